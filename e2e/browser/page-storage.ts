import type { Page } from '@playwright/test';

/**
 * Everything that a page's scripts can read later: local and session storage, IndexedDB, caches and visible cookies.
 */
export function readPageStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    for (const { name } of await indexedDB.databases()) {
      if (name) found.push(await readDatabase(name));
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(await (await cache.match(request))?.text());
    }
    return JSON.stringify(found);

    async function readDatabase(name: string): Promise<unknown[]> {
      const database = await settled(indexedDB.open(name));
      const stores = [...database.objectStoreNames];
      const contents = stores.map((store) =>
        settled(database.transaction(store).objectStore(store).getAll()),
      );
      const values = await Promise.all(contents);
      database.close();
      return values;
    }

    function settled<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    }
  });
}
