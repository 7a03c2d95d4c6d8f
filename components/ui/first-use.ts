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
  // Of somebody who uses neither pointer nor keys, by the voice for one.
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

/** Fulfilled by the first sign of somebody at the page: a pointer that moves, a touch, a key, a scroll. Never on a server. */
export const firstUse: Promise<void> =
  typeof window === 'undefined' ? new Promise(() => undefined) : awaitSign();
