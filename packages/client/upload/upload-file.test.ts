import { expect, it } from 'vitest';
import { LabroomError } from '../api/api-failure.ts';
import { CryptoError } from '../crypto/primitives/crypto-error.ts';
import { apiFailure, fakePorts } from './fake-ports.ts';
import { type UploadCheckpoint, uploadFile } from './upload-file.ts';
import type { UploadRequest } from './upload-request.ts';

const wallet = `0x${'a'.repeat(40)}`;
const secret: UploadRequest = {
  oclId: '0x01',
  file: new File(['plaintext'], 'assay.csv'),
  contentType: 'text/csv',
  target: { path: 'results/assay.csv' },
  access: { level: 'ADMIN', conditions: '[]' },
  changeBy: wallet,
};
const open: UploadRequest = { ...secret, access: { level: 'PUBLIC' } };
const never = new AbortController().signal;

it('encrypts before anything is sent, and finishes last', async () => {
  const { ports, calls, finished } = fakePorts();
  const phases: string[] = [];
  const receipt = await uploadFile(ports, secret, {}, never, { onPhase: (phase) => phases.push(phase) });
  expect(calls).toEqual(['initiate', 'key', 'encrypt', 'put', 'finish']);
  expect(phases).toEqual(['encrypting', 'sending', 'finishing']);
  expect(receipt).toEqual({ datasetId: 'did:odf:results/assay.csv', contentHash: 'sha256:sent', version: 1 });
  expect(finished[0]?.encryptionMetadata).toEqual({
    encryptionSystem: 'kms',
    encryptedDek: 'wrapped-1',
    iv: 'iv',
    contentHash: 'sha256-plain',
    accessControlConditions: '[]',
    encryptedBy: wallet,
    encryptedAt: '2026-01-31T09:30:00.000Z',
  });
});

it('takes no key and encrypts nothing if it is refused', async () => {
  const { ports, calls } = fakePorts();
  ports.api.initiate = () => Promise.reject(apiFailure('UNAUTHORIZED', 'UNAUTHORIZED'));
  await expect(uploadFile(ports, secret, {}, never)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(calls).toEqual([]);
});

it('declares the size of the ciphertext and the type of the plaintext', async () => {
  const { ports } = fakePorts();
  const declared: unknown[] = [];
  const { initiate } = ports.api;
  ports.api.initiate = (args, signal) => {
    declared.push(args);
    return initiate(args, signal);
  };
  const checkpoint: UploadCheckpoint = {};
  ports.api.finish = () => Promise.reject(apiFailure('CONFLICT', 'PATH_OCCUPIED'));
  await expect(uploadFile(ports, secret, checkpoint, never)).rejects.toThrow();
  const contentLength = checkpoint.sealed?.ciphertext.size;
  expect(declared).toEqual([{ oclId: '0x01', contentType: 'text/csv', contentLength }]);
});

it('requests no key and encrypts nothing for a public file', async () => {
  const { ports, calls, finished } = fakePorts();
  await uploadFile(ports, open, {}, never);
  expect(calls).toEqual(['initiate', 'put', 'finish']);
  expect(finished[0]).not.toHaveProperty('encryptionMetadata');
});

it('waits as long as an overloaded service requests before it retries', async () => {
  const { ports, calls, fail } = fakePorts();
  const details = JSON.stringify({ reason: 'LAB_BUSY', retryAfterSeconds: 7 });
  fail('finish', new LabroomError({ code: 'RATE_LIMITED', message: 'busy', details }));
  const started = ports.now();
  await uploadFile(ports, open, {}, never);
  expect(calls).toEqual(['initiate', 'put', 'finish', 'finish']);
  expect(ports.now() - started).toBe(7_000);
});

it('keeps no plaintext key in its requests or in the checkpoint', async () => {
  const { ports, fail, finished } = fakePorts();
  fail('finish', apiFailure('CONFLICT', 'PATH_OCCUPIED'));
  const checkpoint: UploadCheckpoint = {};
  await expect(uploadFile(ports, secret, checkpoint, never)).rejects.toThrow();
  expect(JSON.stringify(checkpoint)).not.toContain('secret-');
  await uploadFile(ports, secret, checkpoint, never);
  expect(JSON.stringify(finished)).not.toContain('secret-');
});

it('repeats finish with the same token after a temporary error', async () => {
  const { ports, fail, calls, finished } = fakePorts();
  fail('finish', apiFailure('UPSTREAM_UNAVAILABLE', undefined, true), apiFailure('TIMEOUT', undefined, true));
  await uploadFile(ports, secret, {}, never);
  expect(calls.filter((name) => name === 'finish')).toHaveLength(3);
  expect(calls.filter((name) => name === 'initiate' || name === 'put')).toHaveLength(2);
  expect(finished[0]?.uploadToken).toBe('token-1');
});

it('does not retry a permanent error', async () => {
  const { ports, fail, calls } = fakePorts();
  fail('finish', apiFailure('UNAUTHORIZED'));
  await expect(uploadFile(ports, open, {}, never)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(calls).toEqual(['initiate', 'put', 'finish']);
});

it('continues where the last attempt stopped', async () => {
  const { ports, fail, calls } = fakePorts();
  const broken = new CryptoError('NETWORK', 'was lost');
  fail('put', broken, broken, broken);
  const checkpoint: UploadCheckpoint = {};
  await expect(uploadFile(ports, secret, checkpoint, never)).rejects.toThrow('was lost');
  calls.length = 0;
  await uploadFile(ports, secret, checkpoint, never);
  expect(calls).toEqual(['put', 'finish']);
});

it('gets a new upload URL if the old one expired or was rejected, but does not encrypt again', async () => {
  const { ports, fail, calls, advanceTime } = fakePorts();
  const checkpoint: UploadCheckpoint = {};
  fail('put', new CryptoError('HTTP', 'The storage answered 403', { status: 403 }));
  await expect(uploadFile(ports, secret, checkpoint, never)).rejects.toThrow('403');
  fail('put', new CryptoError('UNREADABLE', 'gone'));
  await expect(uploadFile(ports, secret, checkpoint, never)).rejects.toThrow('gone');
  advanceTime(16 * 60_000);
  await uploadFile(ports, secret, checkpoint, never);
  expect(calls).toEqual([
    'initiate',
    'key',
    'encrypt',
    'put',
    'initiate',
    'put',
    'initiate',
    'put',
    'finish',
  ]);
});

it('encrypts again with a new key if the service does not know the old one', async () => {
  const { ports, fail, calls, finished } = fakePorts();
  const checkpoint: UploadCheckpoint = {};
  fail('finish', apiFailure('VALIDATION_FAILED', 'UNKNOWN_DATA_KEY'));
  await expect(uploadFile(ports, secret, checkpoint, never)).rejects.toThrow();
  calls.length = 0;
  await uploadFile(ports, secret, checkpoint, never);
  expect(calls).toEqual(['initiate', 'key', 'encrypt', 'put', 'finish']);
  expect(finished[0]?.encryptionMetadata?.encryptedDek).toBe('wrapped-2');
});

it('detects that the service stored other bytes than were sent', async () => {
  const { ports } = fakePorts();
  ports.crypto.put = async () => 'sha256:other';
  await expect(uploadFile(ports, open, {}, never)).rejects.toMatchObject({ code: 'HASH_MISMATCH' });
});

it('stops at once if it is cancelled before finish', async () => {
  const { ports, hold, calls } = fakePorts();
  hold('put');
  const controller = new AbortController();
  const phase = Promise.withResolvers<void>();
  const upload = uploadFile(ports, open, {}, controller.signal, {
    onBytes: (bytes) => bytes > 0 && phase.resolve(),
  });
  await phase.promise;
  controller.abort();
  await expect(upload).rejects.toMatchObject({ code: 'ABORTED' });
  expect(calls).toEqual(['initiate', 'put']);
});

it('leaves empty metadata out, which keeps the previous values, or sends it on request, which removes them', async () => {
  const { ports, finished } = fakePorts();
  const empty = { ...secret, description: '', tags: [], categories: [] };
  await uploadFile(ports, empty, {}, never);
  for (const name of ['description', 'tags', 'categories', 'contentText'])
    expect(finished[0]).not.toHaveProperty(name);
  await uploadFile(ports, { ...empty, replacesMetadata: true }, {}, never);
  expect(finished[1]).toMatchObject({ description: '', tags: [], categories: [], contentText: '' });
});

it('waits for the service to join the parts, however long that takes', async () => {
  const { ports, calls, fail } = fakePorts();
  const joining = Array.from({ length: 10 }, () => apiFailure('RATE_LIMITED', 'UPLOAD_JOINING', true));
  fail('finish', ...joining);
  await uploadFile(ports, open, {}, never);
  expect(calls.filter((call) => call === 'finish')).toHaveLength(11);
});
