'use client';

/**
 * Holds clicks, and keys pressed in a grid, on a part of the page whose code is still on its way. Gives what ends that and
 * does them in their order. Links opened elsewhere, and what is typed, go their own way; a file that is dropped meanwhile
 * is not opened by the browser, which would leave the page.
 */
export function holdInput(part: HTMLElement): () => void {
  const held: (() => void)[] = [];

  const isHere = (target: EventTarget | null): target is Element =>
    target instanceof Element && part.contains(target);

  function holdClick(event: MouseEvent) {
    const { target, button, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!isHere(target) || target.matches('input:not([type=checkbox]), select')) return;
    if (button !== 0 || ctrlKey || metaKey || altKey || shiftKey) return;
    hold(event, () => target.dispatchEvent(new MouseEvent('click', event)));
  }

  function holdKey(event: KeyboardEvent) {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (!isHere(target) || target.role !== 'grid') return;
    if (key === 'Tab' || ctrlKey || metaKey || altKey) return;
    hold(event, () => target.dispatchEvent(new KeyboardEvent('keydown', event)));
  }

  function hold(event: Event, release: () => void) {
    event.preventDefault();
    event.stopPropagation();
    held.push(release);
  }

  const keepPage = (event: DragEvent) => event.preventDefault();

  const controller = new AbortController();
  // On the window, as React stops what comes for a part that it does not look after yet.
  const options = { capture: true, signal: controller.signal };
  window.addEventListener('click', holdClick, options);
  window.addEventListener('keydown', holdKey, options);
  window.addEventListener('dragover', keepPage, options);
  window.addEventListener('drop', keepPage, options);
  return () => {
    controller.abort();
    // One at a time, so that each meets what the one before has changed.
    const releaseNext = () => {
      held.shift()?.();
      if (held.length > 0) setTimeout(releaseNext);
    };
    setTimeout(releaseNext);
  };
}
