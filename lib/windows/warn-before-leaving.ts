interface Work {
  subscribe(listener: () => void): () => void;
  /** `active`: leaving the page would lose work. */
  getSnapshot(): { readonly active: boolean };
}

/**
 * Asks before the page is left while work is active. The listener exists only then, because it excludes a page from the
 * back/forward cache. Returns a function that removes it.
 */
export function warnBeforeLeaving({ subscribe, getSnapshot }: Work, page: Window): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const update = () => {
    if (getSnapshot().active) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  };
  const unsubscribe = subscribe(update);
  update();
  return () => {
    unsubscribe();
    page.removeEventListener('beforeunload', ask);
  };
}
