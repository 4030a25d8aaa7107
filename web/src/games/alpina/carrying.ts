/** Carrying a card from the hand to a cell with mouse, pen or finger. */
import type { Play } from "./types";
import { laying, pickedOf, type Picked } from "./picked.svelte";

const SLACK = 8; // pixels before a press becomes a drag

export class Carrying {
  private start: { card: string; x: number; y: number } | null = null;
  private dropped = false;
  private readonly picked: Picked;

  constructor(private readonly play: Play) {
    this.picked = pickedOf(play);
  }

  down(event: PointerEvent, card: string): void {
    if (event.button === 0 && laying(this.play)) this.start = { card, x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent): void {
    if (!this.start) return;
    const far = Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y);
    if (!this.picked.drag && far < SLACK) return;
    const button = event.currentTarget as HTMLElement;
    if (!this.picked.drag) button.setPointerCapture(event.pointerId);
    const size = this.picked.drag?.size ?? button.offsetWidth;
    this.picked.card = this.start.card;
    this.picked.drag = { card: this.start.card, x: event.clientX, y: event.clientY, size };
    this.over(cellAt(event));
  }

  up(event: PointerEvent): void {
    const dragged = this.picked.drag;
    this.cancel();
    if (!dragged) return;
    // The click that follows picks nothing; it may also not come, as the card has left the hand.
    this.dropped = true;
    setTimeout(() => (this.dropped = false));
    const cell = cellAt(event);
    if (cell) this.play.choose(`${dragged.card}@${cell}`);
    else this.picked.card = null;
  }

  cancel(): void {
    if (this.picked.drag) this.over(null);
    this.start = null;
    this.picked.drag = null;
  }

  /** Was the click that is being handled the end of a drag? */
  justDropped(): boolean {
    return this.dropped;
  }

  private over(cell: string | null): void {
    if (cell === this.picked.cell) return;
    this.picked.cell = cell;
    const action = cell && `${this.picked.card}@${cell}`;
    this.play.peek(action && this.play.shown.legal.includes(action) ? action : null);
  }
}

function cellAt(event: PointerEvent): string | null {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  for (const element of under) {
    const cell = element.closest<HTMLElement>("[data-cell]")?.dataset["cell"];
    if (cell) return cell;
  }
  return null;
}
