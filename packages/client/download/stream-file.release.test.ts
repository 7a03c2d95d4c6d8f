import { spawn } from 'node:child_process';
import { createCipheriv, createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@labroom/testing/transports/listen.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const BYTES = 400_000_000;
/** Pieces that V8 has not collected yet were up to 144 MB; a file that is held is all of it. */
const MOST_GROWTH = 200_000_000;
const [key, iv] = [Buffer.alloc(32, 7), Buffer.alloc(12, 9)];

/** The stored bytes of a file of zeros, encrypted or not, piece by piece. */
function* storedBytes(isEncrypted: boolean): Generator<Buffer> {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const zeros = Buffer.alloc(1_000_000);
  for (let sent = 0; sent < BYTES; sent += zeros.length) yield isEncrypted ? cipher.update(zeros) : zeros;
  cipher.final();
  if (isEncrypted) yield cipher.getAuthTag();
}
const hashOf = (isEncrypted: boolean) => {
  const hash = createHash('sha256');
  for (const piece of storedBytes(isEncrypted)) hash.update(piece);
  return hash.digest('hex');
};

const server = createServer(async (request, response) => {
  for (const piece of storedBytes(request.url === '/encrypted'))
    if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
  response.end();
});
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ url, close } = await listen(server));
});
afterAll(() => close());

/** Streams one file in a process of its own, and prints its bytes and by how much its memory grew. */
const PROGRAM = `
import { streamVersion } from '@labroom/client/download/stream-file';
const { file, released } = JSON.parse(process.argv[1]);
const api = { findVersion: async () => file, decryptDataKey: async () => released };
const before = process.memoryUsage().rss;
const { body } = await streamVersion({ api, wait: async () => {} }, { oclId: '0x', path: 'a' });
let [bytes, most] = [0, before];
for await (const piece of body) {
  bytes += piece.length;
  most = Math.max(most, process.memoryUsage().rss);
}
console.log(JSON.stringify({ bytes, growth: most - before }));`;

test.each([['public'], ['encrypted']])(
  'of 400 MB, a file that is %s is never held as a whole',
  async (kind) => {
    const isEncrypted = kind === 'encrypted';
    const file = {
      did: 'did:x',
      version: 1,
      contentHash: `sha256:${hashOf(isEncrypted)}`,
      contentLength: BYTES + (isEncrypted ? 16 : 0),
      downloadUrl: `${url}/${kind}`,
      encryption: isEncrypted ? { iv: iv.toString('base64') } : null,
    };
    const released = {
      key: key.toString('base64'),
      plaintextHash: `sha256-${hashOf(false)}`,
      downloadUrl: file.downloadUrl,
    };
    const args = ['--input-type=module-typescript', '-e', PROGRAM, JSON.stringify({ file, released })];
    const child = spawn(process.execPath, args, {
      cwd: `${import.meta.dirname}/../../..`,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { bytes, growth } = JSON.parse(await text(child.stdout));
    expect(bytes).toBe(BYTES);
    expect(growth).toBeLessThan(MOST_GROWTH);
  },
);
