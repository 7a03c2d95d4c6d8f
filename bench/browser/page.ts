import { base64FromBytes, bytesFromBase64 } from '@labroom/client/crypto/base64';
import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import { keptNowhere } from '@labroom/client/upload/kept-uploads';
import { IN_PARTS_FROM, sendInParts } from '@labroom/client/upload/upload-in-parts';
import type { PartsApi } from '@labroom/client/upload/upload-ports';
import { wait } from '@labroom/client/wait';
import type { Task, TaskResult } from './task.ts';

/** Runs tasks of the benchmark in sequence and reports their times. */
const headers = [{ key: 'Content-Type', value: 'application/octet-stream' }];
/** As the service has it. */
const PART_BYTES = 8 * 1_048_576;
const importKey = (key: string, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', bytesFromBase64(key), 'AES-GCM', false, [use]);
const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function send(body: BodyInit): Promise<void> {
  const response = await fetch('/sink', { method: 'PUT', body });
  if (!response.ok) throw new Error(`The sink answered ${response.status}`);
}

/** The app's upload in parts, with answers of the service that take no time. @returns the IV in Base64 */
async function inParts(file: Blob, key: string): Promise<string> {
  const unused = () => Promise.reject(new Error('Not part of the bench'));
  const urlExpiry = new Date(Date.now() + 3_600_000).toISOString();
  const urlOf = (number: number) => ({ number, url: `/sink?part=${number}`, headers });
  const count = Math.ceil(file.size / PART_BYTES);
  const first = { urls: Array.from({ length: count }, (_, index) => urlOf(index + 1)), urlExpiry };
  const parts: PartsApi = {
    initiateInParts: async () => ({ uploadToken: '', partLength: PART_BYTES, expiresAt: urlExpiry, first }),
    uploadParts: async ({ numbers }) => ({ stored: [], urls: numbers.map(urlOf), urlExpiry }),
    chunksOf: unused,
    cancelUpload: async () => {},
  };
  const ports = {
    api: {
      generateDataEncryptionKey: async () => ({ plaintextDEK: key, encryptedDek: '', encryptionSystem: '' }),
      initiate: unused,
      finish: unused,
      findFile: unused,
    },
    crypto: fileCrypto,
    inParts: { api: parts, crypto: fileCrypto, kept: keptNowhere },
    now: Date.now,
    wait,
  };
  const request = {
    oclId: '',
    file: new File([file], 'plain'),
    contentType: 'application/octet-stream',
    target: { path: 'plain' },
    access: { level: 'ADMIN' as const, conditions: '' },
    changeBy: '',
  };
  const sent = await sendInParts(ports, request, {}, new AbortController().signal, {});
  return sent.encryptionMetadata?.iv ?? '';
}

interface TusClient {
  Upload: new (
    file: Blob,
    options: { endpoint: string; retryDelays: null; onSuccess(): void; onError(error: Error): void },
  ) => { start(): void };
}

/** Its script sets a variable of the page. */
async function tusClient(): Promise<TusClient> {
  const page = window as unknown as { tus?: TusClient };
  if (!page.tus) {
    const script = Object.assign(document.createElement('script'), { src: '/tus.js' });
    const { promise: loaded, resolve, reject } = Promise.withResolvers();
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
    await loaded;
  }
  if (!page.tus) throw new Error('tus-js-client did not start');
  return page.tus;
}

/** @returns the IV in Base64 */
const uploads: Record<Task['way'], (file: Blob, task: Task) => Promise<string>> = {
  async ours(file, { key }) {
    if (file.size >= IN_PARTS_FROM) return inParts(file, key);
    const { ciphertext, iv } = await fileCrypto.encrypt(file, key);
    await fileCrypto.put({ url: '/sink', headers, body: ciphertext });
    return iv;
  },
  async peer(file, { key }) {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = await file.arrayBuffer();
    const ciphertext = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      await importKey(key, 'encrypt'),
      bytes,
    );
    await crypto.subtle.digest('SHA-256', bytes);
    await send(ciphertext);
    return base64FromBytes(iv);
  },
  async limit(file) {
    await send(file);
    return '';
  },
  async tus(file) {
    const { promise, resolve: onSuccess, reject: onError } = Promise.withResolvers<void>();
    new (await tusClient()).Upload(file, { endpoint: '/tus', retryDelays: null, onSuccess, onError }).start();
    await promise;
    return '';
  },
};

const downloads: Record<Exclude<Task['way'], 'tus'>, (task: Task) => Promise<Blob>> = {
  async ours({ key, iv, plaintextHash }) {
    const contentType = 'application/octet-stream';
    return (await fileCrypto.decrypt({ url: '/cipher', contentType, key, iv, plaintextHash })).body;
  },
  async peer({ key, iv }) {
    const ciphertext = await (await fetch('/cipher')).arrayBuffer();
    const algorithm = { name: 'AES-GCM', iv: bytesFromBase64(iv) };
    const plaintext = await crypto.subtle.decrypt(algorithm, await importKey(key, 'decrypt'), ciphertext);
    await crypto.subtle.digest('SHA-256', plaintext);
    return new Blob([plaintext]);
  },
  async limit() {
    return (await fetch('/plain')).blob();
  },
};

let file: Blob | undefined;

async function perform(task: Task): Promise<TaskResult> {
  if (task.work === 'upload') {
    file ??= new File([await (await fetch('/plain')).arrayBuffer()], 'plain');
    const [begun, begunAt] = [performance.now(), Date.now()];
    const iv = await uploads[task.way](file, task);
    return { milliseconds: performance.now() - begun, begunAt, iv, sha256: '' };
  }
  const [begun, begunAt] = [performance.now(), Date.now()];
  // Reading the body requires its bytes.
  const bytes = await (await downloads[task.way === 'tus' ? 'limit' : task.way](task)).arrayBuffer();
  const milliseconds = performance.now() - begun;
  return { milliseconds, begunAt, iv: '', sha256: hex(await crypto.subtle.digest('SHA-256', bytes)) };
}

for (;;) {
  const answer = await fetch('/task');
  if (answer.status !== 200) break;
  const result = await perform(await answer.json()).catch(
    (error: unknown): TaskResult => ({
      milliseconds: 0,
      begunAt: 0,
      iv: '',
      sha256: '',
      error: String(error),
    }),
  );
  await fetch('/result', { method: 'POST', body: JSON.stringify(result) });
}
