import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { open, sha256Hex } from './aes-gcm.ts';
import { bytesFromBase64 } from './base64.ts';
import { encryptAndHandOver, hashHandedOver } from './two-threads.ts';
import vector from './vectors/aes-256-gcm.json' with { type: 'json' };

const key = () => bytesFromBase64(vector.key);
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const never = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

/** The first message at a port. */
const arriving = (port: MessagePort) =>
  new Promise<{ buffer: ArrayBuffer; length: number }>((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
  });

it('hashes in the other thread what is encrypted here, whatever the reused buffer held before, and zeroes the key', async () => {
  // Later texts reuse the buffer of the first, or need a larger one.
  for (const length of [50_000, 7, 0, 49_999, 60_000, 60_000]) {
    const plaintext = random(length);
    const { port1, port2 } = new MessageChannel();
    const used = key();
    const encrypting = encryptAndHandOver(plaintext.slice().buffer, used, port1);
    const [{ ciphertext, iv }, hash] = await Promise.all([encrypting, hashHandedOver(port2, never)]);
    expect(hash).toBe(await sha256Hex(plaintext));
    expect(new Uint8Array(await open(ciphertext, key(), iv, `sha256-${hash}`))).toEqual(plaintext);
    expect(used.every((byte) => byte === 0)).toBe(true);
  }
});

it('hashes the bytes as they were at the call, even if they change immediately', async () => {
  const plaintext = random(10_000);
  const { buffer } = plaintext.slice();
  const { port1, port2 } = new MessageChannel();
  const encrypting = encryptAndHandOver(buffer, key(), port1);
  const handedOver = arriving(port2);
  new Uint8Array(buffer).fill(1);
  const { buffer: copy, length } = await handedOver;
  expect(new Uint8Array(copy, 0, length)).toEqual(plaintext);
  await encrypting;
});

it('returns a zeroed buffer, which is reused until no file came for a while', async () => {
  const seen = async (length: number) => {
    const { port1, port2 } = new MessageChannel();
    const handedOver = arriving(port2);
    await encryptAndHandOver(random(length).buffer, key(), port1);
    const copy = await handedOver;
    // Stands for the other worker, which passes the message on to the hashing code.
    const { port1: there, port2: here } = new MessageChannel();
    const hashing = hashHandedOver(here, never);
    there.postMessage(copy, [copy.buffer]);
    const back = new Promise<ArrayBuffer>((resolve) => {
      there.onmessage = ({ data }) => resolve(data);
    });
    await hashing;
    const emptied = await back;
    expect(new Uint8Array(emptied).every((byte) => byte === 0)).toBe(true);
    const { byteLength } = emptied;
    const closed = new Promise((resolve) => port2.addEventListener('close', resolve));
    port2.postMessage(emptied, [emptied]);
    await closed;
    return byteLength;
  };
  expect(await seen(40_000)).toBe(40_000);
  expect(await seen(300)).toBe(40_000);
  vi.runAllTimers();
  expect(await seen(300)).toBe(300);
});

it('stops waiting when it is aborted', async () => {
  const ending = new AbortController();
  const waiting = hashHandedOver(new MessageChannel().port2, ending.signal);
  ending.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' });
  const late = hashHandedOver(new MessageChannel().port2, AbortSignal.abort());
  await expect(late).rejects.toMatchObject({ code: 'ABORTED' });
});
