import { type FileCrypto, fileCrypto } from '@labroom/client/crypto/crypto-api';
import { CryptoError } from '@labroom/client/crypto/crypto-error';

/** A smaller body is sent through the app: before a request to another origin the browser asks whether it may, which takes as long. Bytes. */
const DIRECT_FROM = 256 * 1024;

/**
 * Sends bytes to the storage itself, to the URL that the service signed, where this browser reaches it, and through the app otherwise. Each byte that goes through the app is
 * read and written twice more. Whether the storage can be reached is found out by the first body of a tab.
 */
export function directly(crypto: FileCrypto): FileCrypto {
  let isReachable: boolean | null = null;

  async function attempt<Result>(
    { url, bytes }: { url: string; bytes: number },
    send: (url: string) => Promise<Result>,
  ): Promise<Result> {
    const storage = bytes >= DIRECT_FROM && isReachable !== false ? storageUrlOf(url) : null;
    if (storage === null) return send(url);
    try {
      const sent = await send(storage);
      isReachable = true;
      return sent;
    } catch (error) {
      if (isReachable || !(error instanceof CryptoError) || error.code !== 'NETWORK') throw error;
    }
    const sent = await send(url);
    isReachable = false;
    return sent;
  }

  return {
    ...crypto,
    put: (request, running) =>
      attempt({ url: request.url, bytes: request.body.size }, (url) =>
        crypto.put({ ...request, url }, running),
      ),
    send: (request, running) =>
      attempt({ url: request.url, bytes: request.body.length }, async (url) => {
        const one = { ...request, url };
        try {
          await crypto.send(one, running);
        } finally {
          // Another thread had the memory, and gave it back.
          request.body = one.body;
        }
      }),
  };
}

/** The operations on files of this tab. */
export const appCrypto = directly(fileCrypto);

/** The URL behind a path of this app, which its grant names (`web/upload-grant.ts`); `null` for any other URL. */
function storageUrlOf(path: string): string | null {
  const [, payload] = /^\/api\/uploads\?grant=[\w-]+\.([\w-]+)\.[\w-]+$/.exec(path) ?? [];
  if (payload === undefined) return null;
  try {
    const { url } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { url?: unknown };
    return typeof url === 'string' ? url : null;
  } catch {
    return null;
  }
}
