import type { UploadQueue } from './upload-queue.ts';

/**
 * Has the browser ask before the page is left while uploads are under way. The listener is there only then, because a
 * page with one is kept out of the back/forward cache. Returns the function that ends it.
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
