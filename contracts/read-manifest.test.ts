import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ManifestError, publishedManifest } from './manifest.ts';
import { loadManifest } from './read-manifest.ts';

const manifest = JSON.stringify(publishedManifest(84532));
const hash = createHash('sha256').update(manifest).digest('hex');
const url = 'https://example.org/contracts.json';
const isPublic = { isLocal: false };

afterEach(() => vi.unstubAllGlobals());

/** Answers each request with a text. */
function serve(text: string, status = 200): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (from: URL) => {
    asked.push(from.href);
    return new Response(text, { status });
  });
  return asked;
}

describe('loadManifest', () => {
  it('takes a file, the JSON itself and the published contracts as they are', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'labroom-manifest-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    const file = join(dir, 'contracts.json');
    await writeFile(file, manifest);
    expect(await loadManifest(file, isPublic)).toBe(manifest);
    for (const source of [manifest, 'published', '', undefined])
      expect(await loadManifest(source, isPublic)).toBe(source);
    await expect(loadManifest(join(dir, 'none.json'), isPublic)).rejects.toThrow('cannot be read: ENOENT');
  });

  it('takes a URL with the hash of the manifest', async () => {
    const asked = serve(manifest);
    expect(await loadManifest(`${url}#sha256=${hash}`, isPublic)).toBe(manifest);
    expect(await loadManifest(`${url}#sha256=${hash.toUpperCase()}`, isPublic)).toBe(manifest);
    expect(asked).toEqual([url, url]);
  });

  it('refuses a manifest that is not the pinned one, also one character longer', async () => {
    serve(`${manifest}\n`);
    const changed = createHash('sha256').update(`${manifest}\n`).digest('hex');
    await expect(loadManifest(`${url}#sha256=${hash}`, isPublic)).rejects.toThrow(
      new ManifestError(
        `is not the pinned one: its sha256 is ${changed}, and the URL in the configuration has ${hash}`,
      ),
    );
    await expect(loadManifest(`${url}#sha256=${hash}`, { isLocal: true })).rejects.toThrow('pinned one');
  });

  it('asks nobody for a manifest without TLS or without a hash', async () => {
    const asked = serve(manifest);
    for (const source of [`http://example.org/c.json#sha256=${hash}`, 'HTTP://example.org/c.json'])
      await expect(loadManifest(source, isPublic)).rejects.toThrow(/^cannot come by http/);
    for (const fragment of ['', '#', '#sha256=', `#sha256=${hash.slice(1)}`, `#sha256=${hash}0`, `#${hash}`])
      await expect(loadManifest(`${url}${fragment}`, isPublic)).rejects.toThrow(/^needs its hash/);
    await expect(loadManifest('https://', isPublic)).rejects.toThrow('URL that is not valid');
    expect(asked).toEqual([]);
  });

  it('takes any URL for the local chain', async () => {
    serve(manifest);
    expect(await loadManifest('http://localhost/c.json', { isLocal: true })).toBe(manifest);
    await expect(loadManifest(`${url}#sha25=${hash}`, { isLocal: true })).rejects.toThrow(/^needs its hash/);
  });

  it('says why a manifest cannot be read', async () => {
    serve('', 404);
    await expect(loadManifest(`${url}#sha256=${hash}`, isPublic)).rejects.toThrow(
      new ManifestError('cannot be read: the server answered HTTP 404'),
    );
  });
});
