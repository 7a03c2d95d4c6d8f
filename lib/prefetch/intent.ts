/** Milliseconds that a pointer rests on a link, or a link has the focus, before it will probably be followed. */
const REST_MS = 80;
const MOST_PER_MINUTE = 20;
const MINUTE_MS = 60_000;

const signs = ['pointerover', 'focusin', 'touchstart'] as const;

/**
 * Calls back with a link that somebody is about to follow: it was touched, or pointer or focus stayed on it. At most 20 a
 * minute, and none while the browser saves data. Returns a function that stops it.
 */
export function onIntent(callback: (link: HTMLAnchorElement) => void): () => void {
  const controller = new AbortController();
  const passive = { capture: true, passive: true, signal: controller.signal };
  let times: number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let followed: Element | null = null;

  function begin(link: HTMLAnchorElement): void {
    const now = Date.now();
    times = times.filter((time) => now - time < MINUTE_MS);
    if (times.length >= MOST_PER_MINUTE || savesData()) return;
    times.push(now);
    callback(link);
  }

  function look({ type, target }: Pick<Event, 'type' | 'target'>): void {
    clearTimeout(timer);
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
    if (
      !link ||
      link === followed ||
      link.target ||
      link.hasAttribute('download') ||
      link.origin !== location.origin
    )
      return;
    if (type === 'touchstart') begin(link);
    else timer = setTimeout(() => link.isConnected && begin(link), REST_MS);
  }

  for (const sign of signs) document.addEventListener(sign, look, passive);
  // A link that is followed asks by itself. Its spinner moves under the pointer.
  const follow = ({ target }: Event) => {
    clearTimeout(timer);
    followed = target instanceof Element ? target.closest('a') : null;
  };
  document.addEventListener('click', follow, passive);
  // The pointer may have been there before.
  look({ type: 'pointerover', target: document.querySelector('a:hover') });
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

/** Browsers without this interface tell nothing. */
function savesData(): boolean {
  return Reflect.get(Reflect.get(navigator, 'connection') ?? {}, 'saveData') === true;
}
