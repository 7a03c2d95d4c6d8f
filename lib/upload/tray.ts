const eventName = 'labroom:upload-tray';

/** Prefix of the keys under which the browser's storage holds unfinished uploads. */
export const unfinishedPrefix = 'labroom.unfinished.';

/** Asks the page to show the upload tray. */
export function showTray(): void {
  window.dispatchEvent(new Event(eventName));
}

/** Calls `show` when the tray is asked for. Returns a function that stops listening. */
export function onTray(show: () => void): () => void {
  window.addEventListener(eventName, show);
  return () => window.removeEventListener(eventName, show);
}
