/** Make something that holds state, while a derived or an effect may be running: it does not watch what it has made itself. */
export function apart<Made>(make: () => Made): Made {
  const made = $derived(make());
  // svelte-ignore state_referenced_locally -- it is made once
  return made;
}
