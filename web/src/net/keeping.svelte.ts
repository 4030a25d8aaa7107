/** Whether this browser keeps what it is to keep: where it may not, or has no room, people are told. */
class Keeping {
  failed = $state(false);
}

export const keeping = new Keeping();
