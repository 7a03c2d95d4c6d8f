import { LabroomError } from '@labroom/client/api-failure';
import type { ApiCall } from '@labroom/client/execute';
import { apiFailure, fakePorts } from '@labroom/client/upload/fake-ports.ts';
import { expect, it } from 'vitest';
import { AccessJob, type AccessJobPorts } from './access-job.ts';

const conditions = '[]';
const wallet = `0x${'a'.repeat(40)}`;

/** A job over public files of a service in memory, which become secret. */
function start(sizes: number[]) {
  const fake = fakePorts();
  const files = sizes.map((bytes, index) => ({ did: `did:${index}`, path: `${index}.txt`, bytes }));
  const secret = new Set<string>();
  const failures: Record<string, unknown[]> = {};
  let isElsewhere = false;
  const running = { now: 0, most: 0, largeAlone: true };

  async function answer(name: string, variables: Record<string, unknown>): Promise<unknown> {
    const failure = failures[name]?.shift();
    if (failure) throw failure;
    if (name === 'DataRoomFile') {
      const file = files.find(({ path }) => path === variables.path);
      return { dataRoomFile: file && detailOf(file.did, secret.has(file.did)) };
    }
    if (name === 'GenerateDataEncryptionKey')
      return {
        generateDataEncryptionKey: { plaintextDEK: 'k', encryptedDek: 'w', encryptionSystem: 'kms' },
      };
    if (name === 'InitiateCreateOrUpdateFile')
      return {
        initiateCreateOrUpdateFile: {
          uploadToken: 't',
          uploadUrl: '/put',
          uploadUrlExpiry: '2036-01-31T09:30:00.000Z',
          headers: [],
        },
      };
    secret.add(String(variables.ref));
    return { changeFileVersionAccess: { contentHash: variables.contentHash } };
  }
  const call = ((document, variables) => {
    const [definition] = document.definitions;
    const name = definition && 'name' in definition ? (definition.name?.value ?? '') : '';
    return answer(name, variables as Record<string, unknown>);
  }) as ApiCall;

  const ports: AccessJobPorts = {
    call,
    now: fake.ports.now,
    wait: fake.ports.wait,
    crypto: {
      ...fake.ports.crypto,
      async fetch({ url }) {
        running.now += 1;
        running.most = Math.max(running.most, running.now);
        const bytes = files.find(({ did }) => url.endsWith(did))?.bytes ?? 0;
        if (bytes > 16_000_000 && running.now > 1) running.largeAlone = false;
        await Promise.resolve();
        running.now -= 1;
        return { body: new Blob(['text']), contentHash: 'sha256:public' };
      },
      decrypt: () => Promise.reject(new Error('Nothing is encrypted')),
      send: () => Promise.reject(new Error('Nothing is sent in parts')),
      prepareParts() {},
      parts: () => {
        throw new Error('Nothing is sent in parts');
      },
    },
    async alone(run) {
      if (!isElsewhere) await run();
      return !isElsewhere;
    },
  };
  const job = new AccessJob(
    {
      kind: 'access',
      oclId: '0x01',
      labName: 'Lab',
      wallet,
      access: { level: 'ADMIN', conditions },
      withEarlier: false,
      isOwner: true,
      files,
    },
    ports,
  );
  return {
    job,
    secret,
    running,
    fail: (name: string, ...errors: unknown[]) => {
      failures[name] = errors;
    },
    runElsewhere: (is: boolean) => {
      isElsewhere = is;
    },
  };
}

const detailOf = (did: string, isSecret: boolean) => ({
  did,
  path: did.replace('did:', '').concat('.txt'),
  version: 1,
  versions: [
    {
      version: 1,
      contentType: 'text/plain',
      contentHash: isSecret ? 'sha256:sent' : 'sha256:public',
      contentLength: '4',
      createdAt: '2026-01-31T09:30:00.000Z',
      changeBy: wallet,
      downloadUrl: `/stored/${did}`,
      accessLevel: isSecret ? 'ADMIN' : 'PUBLIC',
      encryptionMetadata: isSecret ? { iv: 'iv', accessControlConditions: conditions } : null,
    },
  ],
});

it('changes three files at once, and large ones one after the other', async () => {
  const { job, secret, running } = start([...Array.from({ length: 20 }, () => 4), 20_000_000, 20_000_000]);
  await job.run();
  expect(job.getSnapshot()).toMatchObject({ state: 'ended', done: 22, total: 22, active: false });
  expect(secret.size).toBe(22);
  expect(running).toMatchObject({ most: 3, largeAlone: true });
});

it.each([
  ['the session ended', apiFailure('UNAUTHENTICATED', 'TOKEN_EXPIRED')],
  ['the service cannot be reached', new LabroomError({ code: 'UPSTREAM_UNAVAILABLE', message: 'Down' })],
])('pauses when %s, and continues with what is left', async (_, error) => {
  const { job, secret, fail } = start([4, 4, 4, 4, 4]);
  fail('DataRoomFile', ...Array.from({ length: 20 }, () => error));
  await job.run();
  expect(job.getSnapshot()).toMatchObject({
    state: 'paused',
    failures: [],
    failure: { title: error.message },
  });
  fail('DataRoomFile');
  await job.run();
  expect(job.getSnapshot()).toMatchObject({ state: 'ended', done: 5, failure: null });
  expect(secret.size).toBe(5);
});

it('waits when the service asks for it, longer than a single call would', async () => {
  const { job, fail } = start([4, 4]);
  const busy = () =>
    new LabroomError({ code: 'RATE_LIMITED', message: '', details: '{"retryAfterSeconds":7}' });
  fail('DataRoomFile', ...Array.from({ length: 20 }, busy));
  await job.run();
  expect(job.getSnapshot()).toMatchObject({ state: 'ended', done: 2, failures: [] });
});

it('lists what failed by itself, and tries it again', async () => {
  const { job, fail } = start([4, 4]);
  fail('ChangeFileVersionAccess', apiFailure('VALIDATION_FAILED', 'CONTENT_DIFFERS'));
  await job.run();
  expect(job.getSnapshot()).toMatchObject({
    state: 'ended',
    done: 1,
    failures: [{ path: '0.txt', version: null, message: 'VALIDATION_FAILED happened' }],
  });
  await job.retryFailed();
  expect(job.getSnapshot()).toMatchObject({ state: 'ended', done: 2, failures: [] });
});

it('leaves a version alone that others gave the wanted access meanwhile', async () => {
  const { job, fail, secret } = start([4]);
  fail('ChangeFileVersionAccess', apiFailure('CONFLICT', 'VERSION_CHANGED'));
  job.subscribe(() => secret.add('did:0'));
  await job.run();
  expect(job.getSnapshot()).toMatchObject({ state: 'ended', done: 1, failures: [] });
});

it('does not run beside another tab', async () => {
  const { job, secret, runElsewhere } = start([4]);
  runElsewhere(true);
  await job.run();
  expect(job.getSnapshot()).toMatchObject({
    state: 'paused',
    failure: { title: 'It runs in another tab of this browser.' },
  });
  expect(secret.size).toBe(0);
  runElsewhere(false);
  await job.run();
  expect(job.getSnapshot().state).toBe('ended');
});
