'use client';

/**
 * Holds clicks, and keys pressed in a grid or on a tab, in a part of the page whose code is still loading. Returns a function that
 * stops holding and replays them in order. Links that open elsewhere and typed text are not held. A file dropped
 * meanwhile is ignored; the browser would open it and leave the page. A hidden part that a button opens is shown at once.
 */
export function holdInput(part: HTMLElement): () => void {
  const held: (() => void)[] = [];

  const isHere = (target: EventTarget | null): target is Element =>
    target instanceof Element && part.contains(target);

  function holdClick(event: MouseEvent) {
    const { target, button, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!isHere(target) || target.matches('input:not([type=checkbox]), select')) return;
    if (button !== 0 || ctrlKey || metaKey || altKey || shiftKey) return;
    showControlled(target);
    hold(event, () => {
      // Menus open before the click.
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }));
      target.dispatchEvent(new MouseEvent('click', event));
    });
  }

  function holdKey(event: KeyboardEvent) {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (!isHere(target) || !target.matches('[role=grid], [role=tab]')) return;
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
  // On the window, because React stops events for parts that are not hydrated yet.
  const options = { capture: true, signal: controller.signal };
  window.addEventListener('click', holdClick, options);
  window.addEventListener('keydown', holdKey, options);
  window.addEventListener('dragover', keepPage, options);
  window.addEventListener('drop', keepPage, options);
  return () => {
    controller.abort();
    // Replays one event at a time, so that each one sees the effect of the previous.
    const releaseNext = () => {
      held.shift()?.();
      if (held.length > 0) setTimeout(releaseNext);
    };
    setTimeout(releaseNext);
  };
}

function showControlled(clicked: Element): void {
  const button = clicked.closest('[aria-expanded="false"][aria-controls]');
  const id = button?.getAttribute('aria-controls');
  if (id) document.getElementById(id)?.removeAttribute('hidden');
}
