import { afterEach, expect, it, vi } from 'vitest';
import { put } from './transfer.ts';

afterEach(() => vi.unstubAllGlobals());

/** A storage that answers every PUT with this status. */
function storageAnswers(status: number) {
  class Request {
    status = status;
    statusText = '';
    upload = {};
    onload = () => {};
    open() {}
    setRequestHeader() {}
    send() {
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const request = { url: 'https://storage.example/1', headers: [], body: new Blob(['x']) };
  return put(request, () => {}, new AbortController().signal);
}

it.each([200, 204, 412])('treats %i as stored', async (status) => {
  await expect(storageAnswers(status)).resolves.toBeUndefined();
});

it.each([400, 403, 409, 500, 507])('treats %i as rejected', async (status) => {
  await expect(storageAnswers(status)).rejects.toMatchObject({ code: 'HTTP', status });
});
