import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ManifestError, parseManifest } from './manifest.ts';

/** Time limit for a manifest that is read from a URL. */
const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;

/**
 * Returns the content of `CONTRACTS` with a file or URL replaced by the manifest in it. Everything else is unchanged. A URL has the hash of the
 * manifest as its fragment, `#sha256=` and 64 hex digits, because the manifest decides which contracts are trusted.
 * @param isLocal whether it is for the local chain, where http and a missing hash are allowed
 * @throws ManifestError
 */
export async function loadManifest(
  source: string | undefined,
  { isLocal }: { isLocal: boolean },
): Promise<string | undefined> {
  if (!source || source === 'published' || source.trimStart().startsWith('{')) return source;
  const text = /^https?:/i.test(source)
    ? await download(source, isLocal)
    : (await reading(readFile(source))).toString();
  parseManifest(text);
  return text;
}

async function download(source: string, isLocal: boolean): Promise<string> {
  if (!URL.canParse(source)) throw new ManifestError('has a URL that is not valid');
  const url = new URL(source);
  const pinned = /^#sha256=([0-9a-f]{64})$/i.exec(url.hash)?.[1]?.toLowerCase();
  if (url.protocol === 'http:' && !isLocal)
    throw new ManifestError('cannot come by http, which anybody on the way can change: use https, or a file');
  if (!pinned && (url.hash || !isLocal))
    throw new ManifestError(
      'needs its hash after its URL: https://…#sha256=HASH, where HASH is what sha256sum prints for the file',
    );
  url.hash = '';
  const bytes = await reading(fetchBytes(url));
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (pinned && actual !== pinned)
    throw new ManifestError(
      `is not the pinned one: its sha256 is ${actual}, and the URL in the configuration has ${pinned}`,
    );
  return bytes.toString();
}

async function reading<T>(content: Promise<T>): Promise<T> {
  try {
    return await content;
  } catch (error) {
    const { message, cause } = error as Error;
    throw new ManifestError(`cannot be read: ${cause instanceof Error ? cause.message : message}`);
  }
}

async function fetchBytes(url: URL): Promise<Buffer> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`the server answered HTTP ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
  return bytes;
}
