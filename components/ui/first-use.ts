'use client';

const signs = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'dragenter',
  // For users without pointer or keyboard, e.g. voice control.
  'click',
];

function awaitSign(): Promise<void> {
  return new Promise((resolve) => {
    const begin = () => {
      for (const sign of signs) window.removeEventListener(sign, begin, true);
      resolve();
    };
    for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true });
  });
}

/** Resolves on the first user input: pointer movement, touch, key or scroll. Never resolves on a server. */
export const firstUse: Promise<void> =
  typeof window === 'undefined' ? new Promise(() => undefined) : awaitSign();
