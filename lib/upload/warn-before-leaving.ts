import type { UploadQueue } from './upload-queue.ts';

/**
 * Asks before the page is left while uploads are active. The listener exists only then, because it excludes a page from
 * the back/forward cache. Returns a function that removes it.
 */
export function warnBeforeLeaving(
  queue: Pick<UploadQueue, 'subscribe' | 'getSnapshot'>,
  page: Window,
): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const update = () => {
    if (queue.getSnapshot().active) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  };
  const unsubscribe = queue.subscribe(update);
  update();
  return () => {
    unsubscribe();
    page.removeEventListener('beforeunload', ask);
  };
}
