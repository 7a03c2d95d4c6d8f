import { readFile } from 'node:fs/promises';
import { ManifestError, parseManifest } from './manifest.ts';

/** Time limit for a manifest that is read from a URL. */
const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;

/**
 * Returns the content of `CONTRACTS` with a file or URL replaced by the manifest in it. Everything else is unchanged.
 * @throws ManifestError
 */
export async function loadManifest(source: string | undefined): Promise<string | undefined> {
  if (!source || source === 'published' || source.trimStart().startsWith('{')) return source;
  const isUrl = /^https?:/.test(source);
  let text: string;
  try {
    text = isUrl ? await download(source) : await readFile(source, 'utf8');
  } catch (error) {
    const { message, cause } = error as Error;
    throw new ManifestError(`cannot be read: ${cause instanceof Error ? cause.message : message}`);
  }
  parseManifest(text);
  return text;
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`the server answered HTTP ${response.status}`);
  const text = await response.text();
  if (text.length > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
  return text;
}
