import { createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { LabroomError } from '../api/api-failure.ts';
import { neverAborted } from '../signals/never-aborted.ts';
import { isSmall, SmallFiles } from './small-files.ts';
import type { AddFilesArguments, DataKey, UploadReceipt } from './upload-ports.ts';
import type { UploadRequest } from './upload-request.ts';

const conditions = '[]';
const requestOf = (path: string, more: Partial<UploadRequest> = {}): UploadRequest => ({
  ...{ oclId: '0x1', contentType: 'text/plain', changeBy: '0x2', target: { path } },
  file: new File([`content of ${path}`], path),
  access: { level: 'ADMIN', conditions },
  ...more,
});
const refused = (reason: string) =>
  new LabroomError({ code: 'CONFLICT', message: reason, details: JSON.stringify({ reason }) });

/** A service in memory that adds what it is given. */
function fakeService(outcomeOf: (path: string) => LabroomError | null = () => null) {
  const calls: AddFilesArguments[] = [];
  const keys = new Map<string, string>();
  const issued: number[] = [];
  const failures: unknown[] = [];
  const api = {
    async generateKeys(count: number): Promise<DataKey[]> {
      issued.push(count);
      return Array.from({ length: count }, () => {
        const [plaintextDEK, encryptedDek] = [
          randomBytes(32).toString('base64'),
          randomBytes(8).toString('hex'),
        ];
        keys.set(encryptedDek, plaintextDEK);
        return { plaintextDEK, encryptedDek, encryptionSystem: 'kms' };
      });
    },
    async addFiles(args: AddFilesArguments): Promise<(UploadReceipt | LabroomError)[]> {
      calls.push(args);
      const failure = failures.shift();
      if (failure) throw failure;
      return args.files.map(({ path, content }) => {
        const sha256 = createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex');
        return outcomeOf(path) ?? { datasetId: `did:${path}`, contentHash: `sha256:${sha256}`, version: 1 };
      });
    },
  };
  /** What another program reads of a file. */
  function opened(path: string): string {
    const file = calls.flatMap(({ files }) => files).findLast((one) => one.path === path);
    const bytes = Buffer.from(file?.content ?? '', 'base64');
    if (!file?.encryption) return bytes.toString();
    const key = Buffer.from(keys.get(file.encryption.encryptedDek) ?? '', 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.encryption.iv, 'base64'));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString();
  }
  const small = new SmallFiles(api, { now: Date.now, wait: async () => {} });
  const upload = (request: UploadRequest, checkpoint = {}, signal = neverAborted()) =>
    small.upload(request, checkpoint, signal, {});
  return { upload, calls, issued, failures, opened, small };
}

test('files that are uploaded at the same time share keys and calls, at most 100 of each', async () => {
  const { upload, calls, issued, opened } = fakeService();
  const paths = Array.from({ length: 250 }, (_, at) => `${at}.txt`);
  const receipts = await Promise.all(paths.map((path) => upload(requestOf(path))));
  expect(receipts.map((receipt) => receipt?.datasetId)).toEqual(paths.map((path) => `did:${path}`));
  expect(issued).toEqual([100, 100, 50]);
  expect(calls.flatMap(({ files }) => files.map(({ path }) => path)).sort()).toEqual([...paths].sort());
  expect(calls.length).toBeLessThanOrEqual(6);
  for (const { files } of calls) expect(files.length).toBeLessThanOrEqual(100);
  for (const path of paths) expect(opened(path)).toBe(`content of ${path}`);
});

test('each lab and each access has calls of its own, and public files have no key', async () => {
  const { upload, calls, issued } = fakeService();
  await Promise.all([
    upload(requestOf('team.txt')),
    upload(requestOf('public.txt', { access: { level: 'PUBLIC' } })),
    upload(requestOf('other.txt', { oclId: '0x3' })),
    upload(requestOf('holders.txt', { access: { level: 'HOLDERS', conditions: '[{}]' } })),
  ]);
  expect(
    calls
      .map(({ oclId, accessLevel, files }) => [oclId, accessLevel, ...files.map(({ path }) => path)])
      .sort(),
  ).toEqual([
    ['0x1', 'ADMIN', 'team.txt'],
    ['0x1', 'HOLDERS', 'holders.txt'],
    ['0x1', 'PUBLIC', 'public.txt'],
    ['0x3', 'ADMIN', 'other.txt'],
  ]);
  expect(issued).toEqual([3]);
  expect(calls.find(({ accessLevel }) => accessLevel === 'PUBLIC')).not.toHaveProperty(
    'accessControlConditions',
  );
});

test('a call has at most 1 MiB of files', async () => {
  const { upload, calls } = fakeService();
  const large = (path: string) =>
    requestOf(path, { file: new File([new Uint8Array(65_536)], path), access: { level: 'PUBLIC' } });
  await Promise.all(Array.from({ length: 40 }, (_, at) => upload(large(`${at}.bin`))));
  for (const { files } of calls) expect(files.length).toBeLessThanOrEqual(16);
});

test('a call has as many names in its paths as the service compares', async () => {
  const { upload, calls } = fakeService();
  await Promise.all(
    Array.from({ length: 60 }, (_, at) => upload(requestOf(`${'deep/'.repeat(40)}${at}.txt`))),
  );
  const names = calls.map(({ files }) => files.reduce((sum, { path }) => sum + path.split('/').length, 0));
  expect(Math.max(...names)).toBeLessThanOrEqual(2_000);
});

test('the refusal of a file is its own', async () => {
  const { upload } = fakeService((path) => (path === 'there.txt' ? refused('PATH_OCCUPIED') : null));
  const [there, other] = await Promise.allSettled([
    upload(requestOf('there.txt')),
    upload(requestOf('new.txt')),
  ]);
  expect(there).toMatchObject({ status: 'rejected', reason: { reason: 'PATH_OCCUPIED' } });
  expect(other).toMatchObject({ status: 'fulfilled', value: { datasetId: 'did:new.txt' } });
});

test('a call whose answer was lost is repeated with the same bytes, also by the next attempt', async () => {
  const { upload, calls, failures } = fakeService();
  const lost = () => new LabroomError({ code: 'NETWORK_ERROR', message: 'lost', retryable: true });
  failures.push(lost(), lost(), lost());
  const checkpoint = {};
  await expect(upload(requestOf('one.txt'), checkpoint)).rejects.toMatchObject({ message: 'lost' });
  await upload(requestOf('one.txt', { contentText: 'as read meanwhile' }), checkpoint);
  const sent = calls.map(({ files }) => files[0]);
  expect(sent).toHaveLength(4);
  for (const file of sent) expect(file?.content).toBe(sent[0]?.content);
  expect(sent[3]?.contentText).toBe('as read meanwhile');
});

test('a key that the service does not know is not used again', async () => {
  const reasons = ['UNKNOWN_DATA_KEY'];
  const { upload, calls } = fakeService(() => {
    const reason = reasons.shift();
    return reason ? refused(reason) : null;
  });
  const checkpoint = {};
  await expect(upload(requestOf('one.txt'), checkpoint)).rejects.toMatchObject({
    reason: 'UNKNOWN_DATA_KEY',
  });
  await upload(requestOf('one.txt'), checkpoint);
  const [first, second] = calls.map(({ files }) => files[0]?.encryption?.encryptedDek);
  expect(second).not.toBe(first);
});

test('a session for the three steps alone is told so', async () => {
  const { upload, failures } = fakeService();
  failures.push(refused('MUTATION_NOT_ALLOWED'));
  expect(await upload(requestOf('one.txt'))).toBeNull();
});

test('stored bytes that differ from those that were sent are an error', async () => {
  const small = new SmallFiles(
    {
      generateKeys: () => Promise.reject(new Error('Not wanted')),
      addFiles: async () => [{ datasetId: 'did', contentHash: `sha256:${'0'.repeat(64)}`, version: 1 }],
    },
    { now: Date.now, wait: async () => {} },
  );
  const request = requestOf('one.txt', { access: { level: 'PUBLIC' } });
  await expect(small.upload(request, {}, neverAborted(), {})).rejects.toMatchObject({
    code: 'HASH_MISMATCH',
  });
});

test.each<[string, Partial<UploadRequest>, boolean]>([
  [
    '64 KiB for everyone',
    { file: new File([new Uint8Array(65_536)], 'a'), access: { level: 'PUBLIC' } },
    true,
  ],
  ['64 KiB and a tag', { file: new File([new Uint8Array(65_536)], 'a') }, false],
  ['a new version', { target: { ref: 'did' } }, false],
  ['a long text', { contentText: 'x'.repeat(100_000) }, false],
  ['an empty file', { file: new File([], 'a') }, true],
])('%s', (_, more, expected) => {
  expect(isSmall(requestOf('a', more))).toBe(expected);
});

test('a file that got another path is sent there, with the same bytes', async () => {
  const { upload, calls } = fakeService((path) => (path === 'there.txt' ? refused('PATH_OCCUPIED') : null));
  const checkpoint = {};
  await expect(upload(requestOf('there.txt'), checkpoint)).rejects.toMatchObject({ reason: 'PATH_OCCUPIED' });
  const receipt = await upload(requestOf('there (2).txt'), checkpoint);
  expect(receipt?.datasetId).toBe('did:there (2).txt');
  const [first, second] = calls.map(({ files }) => files[0]);
  expect(second?.content).toBe(first?.content);
});

test('a call has fewer bytes than a body may have, whatever the letters of its texts', async () => {
  const { upload, calls } = fakeService();
  const chinese = (path: string) =>
    requestOf(path, { access: { level: 'PUBLIC' }, contentText: '字'.repeat(40_000) });
  await Promise.all(Array.from({ length: 40 }, (_, at) => upload(chinese(`${at}.txt`))));
  for (const call of calls) expect(Buffer.byteLength(JSON.stringify(call))).toBeLessThan(2_000_000);
});

test('a session that may not add files so is asked once', async () => {
  const { upload, failures, small } = fakeService();
  failures.push(refused('CREDENTIAL_SCOPE'));
  expect(small.takes(requestOf('one.txt'))).toBe(true);
  await upload(requestOf('one.txt'));
  expect(small.takes(requestOf('two.txt'))).toBe(false);
});

test('of a call with too many paths that look like others, the halves are sent', async () => {
  const { upload, calls, failures } = fakeService();
  failures.push(refused('CONFUSABLE_PATH'));
  const paths = ['a.txt', 'b.txt', 'c.txt'];
  const receipts = await Promise.all(paths.map((path) => upload(requestOf(path))));
  expect(receipts.map((receipt) => receipt?.datasetId)).toEqual(paths.map((path) => `did:${path}`));
  expect(calls.map(({ files }) => files.length)).toEqual([3, 2, 1]);
});
