import { LabroomError } from '@labroom/client/api-failure';
import type { DownloadPorts, FileVersion } from '@labroom/client/download/download-ports';
import { checkStoredHash, openFile } from '@labroom/client/download/open-file';
import { expect, it } from 'vitest';
import { type ZipManifest, zipFiles } from './zip-files.ts';

const lab = { oclId: '0x01', name: 'Longevity Lab' };
const now = new Date('2026-01-31T09:30:00.000Z');

function file(path: string, encrypted = false): FileVersion {
  return {
    did: `did:${path}`,
    path,
    version: 2,
    contentType: 'text/html',
    contentHash: `sha256:${path}`,
    contentLength: 4,
    downloadUrl: `/bytes/${path}`,
    createdAt: now.toISOString(),
    changeBy: '0xaa',
    accessLevel: encrypted ? 'ADMIN' : 'PUBLIC',
    changeNote: null,
    encryption: encrypted ? { iv: 'iv', accessControlConditions: '[]' } : null,
  };
}

function portsFor(files: FileVersion[], refused: string[] = []) {
  const asked: string[] = [];
  const types: string[] = [];
  const stored = (url: string, text: string) => ({
    body: new Blob([text]),
    contentHash: `sha256:${url.replace(/^\/(bytes|fresh)\//, '')}`,
  });
  const ports: DownloadPorts = {
    api: {
      findVersion: async (_oclId, path) => files.find((candidate) => candidate.path === path) ?? null,
      async decryptDataKey({ ref }) {
        asked.push(`key ${ref}`);
        const path = ref.replace('did:', '');
        if (!refused.includes(ref))
          return { key: 'key', downloadUrl: `/fresh/${path}`, plaintextHash: `sha256-plain-${path}` };
        const details = JSON.stringify({ reason: 'ACCESS_CONDITIONS_NOT_MET' });
        throw new LabroomError({ code: 'UNAUTHORIZED', message: 'no', retryable: false, details });
      },
    },
    crypto: {
      async fetch({ url, contentType }) {
        asked.push(`fetch ${url}`);
        types.push(contentType);
        return stored(url, 'open');
      },
      async decrypt({ url, contentType }) {
        asked.push(`decrypt ${url}`);
        types.push(contentType);
        return stored(url, 'decrypted');
      },
    },
  };
  return { ports, asked, types };
}

const running = { signal: new AbortController().signal };

it('gets the key before it downloads anything', async () => {
  const { ports, asked } = portsFor([], ['did:secret']);
  await expect(openFile(ports, lab.oclId, file('secret', true), running)).rejects.toMatchObject({
    reason: 'ACCESS_CONDITIONS_NOT_MET',
  });
  expect(asked).toEqual(['key did:secret']);
});

it('downloads an encrypted file from the URL that comes with the key', async () => {
  const { ports, asked } = portsFor([]);
  await openFile(ports, lab.oclId, file('secret', true), running);
  expect(asked).toEqual(['key did:secret', 'decrypt /fresh/secret']);
});

it('opens an uploaded HTML page as plain data, never as a document', async () => {
  const { ports, types } = portsFor([]);
  await openFile(ports, lab.oclId, file('page.html'), running);
  await openFile(ports, lab.oclId, file('page.html', true), running);
  expect(types).toEqual(['application/octet-stream', 'application/octet-stream']);
});

it('returns nothing if the stored bytes do not match their hash', async () => {
  const { ports } = portsFor([]);
  const swapped = { ...file('a'), contentHash: 'sha256:else' };
  await expect(openFile(ports, lab.oclId, swapped, running)).rejects.toMatchObject({ code: 'HASH_MISMATCH' });
  expect(await checkStoredHash(ports, swapped, running)).toEqual({ matches: false, actual: 'sha256:a' });
  expect(await checkStoredHash(ports, file('a'), running)).toEqual({ matches: true, actual: 'sha256:a' });
});

it('zips the files that can be opened and lists the rest with the reason', async () => {
  const { ports } = portsFor([file('a.txt'), file('b/mine', true), file('b/theirs', true)], ['did:b/theirs']);
  let manifest: ZipManifest | undefined;
  const stream = zipFiles(ports, lab, ['a.txt', 'b/mine', 'b/theirs', 'gone'], {
    ...running,
    now,
    onManifest: (made) => {
      manifest = made;
    },
  });
  const zip = Buffer.from(await new Response(stream).arrayBuffer()).toString('latin1');
  expect(manifest?.files.map(({ path, sha256, decrypted }) => ({ path, sha256, decrypted }))).toEqual([
    { path: 'a.txt', sha256: 'a.txt', decrypted: false },
    { path: 'b/mine', sha256: 'plain-b/mine', decrypted: true },
  ]);
  expect(manifest?.skipped).toEqual([
    { path: 'b/theirs', reason: 'Encrypted; its access conditions were not met.' },
    { path: 'gone', reason: 'The file was deleted.' },
  ]);
  expect(zip).toContain('decrypted');
  expect(zip).toContain('"storedContentHash": "sha256:a.txt"');
});

it('stops when it is cancelled', async () => {
  const { ports } = portsFor([file('a')]);
  const controller = new AbortController();
  ports.crypto.fetch = async () => {
    controller.abort();
    throw new Error('aborted');
  };
  const stream = zipFiles(ports, lab, ['a'], { signal: controller.signal, now });
  await expect(new Response(stream).arrayBuffer()).rejects.toThrow();
});
