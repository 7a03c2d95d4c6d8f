import type { FileCrypto } from '@labroom/client/crypto/crypto-api';
import { CryptoError } from '@labroom/client/crypto/crypto-error';
import { describe, expect, it } from 'vitest';
import { directly } from './direct-storage.ts';

const storage = 'https://storage.example/uploads/ü?signature=a';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const throughApp = `/api/uploads?grant=${encode({ alg: 'HS256' })}.${encode({ url: encodeURI(storage), headers: [] })}.c2ln`;
const large = 256 * 1024;

/** Sends nothing. `answers` says what becomes of each URL. */
function fakeCrypto(answers: (url: string) => CryptoError | null) {
  const urls: string[] = [];
  const answer = (url: string) => {
    urls.push(url);
    const failure = answers(url);
    if (failure) throw failure;
  };
  const crypto = {
    put: async ({ url }: { url: string }) => {
      answer(url);
      return 'sha256:00';
    },
    send: async (request: { url: string; body: Uint8Array<ArrayBuffer> }) => {
      // As a worker that takes the memory and gives it back.
      const { length } = request.body;
      request.body = new Uint8Array(length);
      answer(request.url);
    },
  };
  return { urls, crypto: directly(crypto as unknown as FileCrypto) };
}

const lost = () => new CryptoError('NETWORK', 'lost');
const put = (crypto: FileCrypto, bytes = large) =>
  crypto.put({ url: throughApp, headers: [], body: new Blob([new Uint8Array(bytes)]) });

describe('bytes', () => {
  it('go to the storage itself', async () => {
    const { urls, crypto } = fakeCrypto(() => null);
    await put(crypto);
    const request = { url: throughApp, headers: [], body: new Uint8Array(large) };
    await crypto.send(request);
    expect(urls).toEqual([encodeURI(storage), encodeURI(storage)]);
    expect(request.body).toHaveLength(large);
  });

  it('go through the app if they are few, or if the service gave another URL', async () => {
    const { urls, crypto } = fakeCrypto(() => null);
    await put(crypto, large - 1);
    const body = new Blob([new Uint8Array(large)]);
    for (const url of ['/api/uploads?grant=a', '/api/uploads?grant=a.b.c', 'https://other.example/x'])
      await crypto.put({ url, headers: [], body });
    expect(urls).toEqual([
      throughApp,
      '/api/uploads?grant=a',
      '/api/uploads?grant=a.b.c',
      'https://other.example/x',
    ]);
  });

  it('go through the app from then on if the storage cannot be reached', async () => {
    const { urls, crypto } = fakeCrypto((url) => (url === throughApp ? null : lost()));
    const request = { url: throughApp, headers: [], body: new Uint8Array(large) };
    await crypto.send(request);
    await put(crypto);
    expect(urls).toEqual([encodeURI(storage), throughApp, throughApp]);
    expect(request.body).toHaveLength(large);
  });

  it('are tried at the storage again after nothing could be reached', async () => {
    let isOnline = false;
    const { urls, crypto } = fakeCrypto(() => (isOnline ? null : lost()));
    await expect(put(crypto)).rejects.toThrow('lost');
    isOnline = true;
    await put(crypto);
    expect(urls).toEqual([encodeURI(storage), throughApp, encodeURI(storage)]);
  });

  it('are not sent twice when a storage that was reached fails or refuses', async () => {
    const failures = [null, lost(), new CryptoError('HTTP', 'refused', { status: 403 })];
    const { urls, crypto } = fakeCrypto(() => failures.shift() ?? null);
    await put(crypto);
    await expect(put(crypto)).rejects.toThrow('lost');
    await expect(put(crypto)).rejects.toThrow('refused');
    expect(urls).toHaveLength(3);
  });
});
