import { createHash, randomBytes } from 'node:crypto';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { neverAborted } from '../../signals/never-aborted.ts';
import { importStreamKey } from '../primitives/gcm-stream.ts';
import { makeParts } from './make-parts.ts';
import { hashFromPort, portSink } from './piece-port.ts';

const signal = neverAborted();
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it.each([1, 524_289, ...(isQuick ? [] : [524_287, 524_288, 3_000_017])])(
  'another thread hashes what a file of %i bytes has and what is stored of it',
  async (length) => {
    const bytes = randomBytes(length);
    const sealing = { key: await importStreamKey(randomBytes(32)), iv: randomBytes(12) };
    const [plain, cipher] = [new MessageChannel(), new MessageChannel()];
    const hashes = [
      hashFromPort(plain.port2, length, signal),
      hashFromPort(cipher.port2, length + 16, signal),
    ];
    const sinks = { plaintext: portSink(plain.port1), ciphertext: portSink(cipher.port1) };
    const plan = { file: new Blob([bytes]), partLength: 1_048_576, sealing, hashesStored: true };
    const stored: Buffer[] = [];
    const parts = makeParts(plan, sinks, signal);
    // Another part is made in the memory of the one before.
    for (let next = await parts.next(); !next.done; next = await parts.next(next.value.body))
      stored.push(Buffer.from(next.value.body));
    expect(await Promise.all(hashes)).toEqual([hashOf(bytes), hashOf(Buffer.concat(stored))]);
  },
);

it.each([3, 5])('pieces of %i bytes in the place of 4 have no hash', async (length) => {
  const { port1, port2 } = new MessageChannel();
  const hash = hashFromPort(port2, 4, signal);
  const sink = portSink(port1);
  await sink.take(randomBytes(length));
  sink.end();
  await expect(hash).rejects.toThrow();
});
