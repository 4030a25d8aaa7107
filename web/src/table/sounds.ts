/** Soft wood and paper, made on the spot: no files. Silent until something has been touched, as browsers want it. */
import { settings } from "./settings.svelte";

export type Sound = "paper" | "wood" | "run" | "turn" | "refused" | "chat" | "over" | "swish" | "crash";

let audio: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.sound || document.hidden || typeof AudioContext === "undefined") return null;
  if (!navigator.userActivation?.hasBeenActive) return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

/** A short noise through a filter: paper when high, a knock on wood when low. */
function rustle(context: AudioContext, frequency: number, seconds: number, loud: number, after = 0): void {
  const buffer = context.createBuffer(1, context.sampleRate * seconds, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++)
    samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 3;
  const filter = new BiquadFilterNode(context, {
    type: "bandpass",
    frequency,
    Q: frequency < 1000 ? 6 : 0.8,
  });
  const gain = new GainNode(context, { gain: loud });
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(context.currentTime + after);
}

function tone(context: AudioContext, frequency: number, after: number, seconds: number, loud: number): void {
  const start = context.currentTime + after;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  const source = new OscillatorNode(context, { type: "triangle", frequency });
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}

const PLAYED: Record<Sound, (context: AudioContext) => void> = {
  paper: (context) => rustle(context, 3200, 0.09, 0.25),
  wood: (context) => {
    rustle(context, 420, 0.12, 0.9);
    tone(context, 190, 0, 0.09, 0.12);
  },
  run: (context) => {
    for (const [paw, after] of [0, 0.1, 0.19, 0.29].entries())
      rustle(context, 900 + 160 * (paw % 2), 0.07, 0.3, after);
  },
  turn: (context) => {
    tone(context, 523, 0, 0.25, 0.07);
    tone(context, 784, 0.12, 0.35, 0.07);
  },
  refused: (context) => tone(context, 147, 0, 0.18, 0.12),
  swish: (context) => rustle(context, 1400, 0.55, 0.12),
  crash: (context) => {
    rustle(context, 260, 0.3, 1.4);
    rustle(context, 2600, 0.12, 0.5);
  },
  chat: (context) => tone(context, 880, 0, 0.12, 0.04),
  over: (context) => {
    for (const [n, frequency] of [392, 494, 587, 784].entries())
      tone(context, frequency, n * 0.13, 0.6, 0.07);
  },
};

export function play(sound: Sound): void {
  const context = ready();
  if (context) PLAYED[sound](context);
}
