/** Things with a state of their own, one for each key (a table, a position): made when first asked for, gone with the key. */
export function onePer<About, Made>(
  keyOf: (about: About) => object,
  make: (about: About) => Made,
): (about: About) => Made {
  const made = new WeakMap<object, Made>();
  return (about) => {
    const key = keyOf(about);
    let found = made.get(key);
    if (!found) made.set(key, (found = apart(() => make(about))));
    return found;
  };
}

/** Make something that holds state, while a derived or an effect may be running: it does not watch what it has made itself. */
function apart<Made>(make: () => Made): Made {
  const made = $derived(make());
  // svelte-ignore state_referenced_locally -- it is made once
  return made;
}
