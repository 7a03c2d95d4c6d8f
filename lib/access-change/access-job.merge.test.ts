import { randomBytes } from 'node:crypto';
import type { LabroomClient } from '@labroom/client/client.ts';
import { readComment } from '@labroom/client/comments/comments-api';
import { inlineCrypto } from '@labroom/client/crypto/inline-crypto.ts';
import { DataRoomFileDocument, RestoreFileVersionDocument, ThreadsDocument } from '@labroom/client/documents';
import { openRanges } from '@labroom/client/download/read-range';
import type { ApiCall } from '@labroom/client/execute';
import { IN_PARTS_FROM } from '@labroom/client/upload/upload-in-parts';
import { wait } from '@labroom/client/wait';
import { networks } from '@labroom/contracts/networks';
import { conditionsForTeam } from '@labroom/protocol/conditions';
import { clientOf } from '@labroom/testing/actors.ts';
import { beginSecretThread } from '@labroom/testing/test-comments.ts';
import { grantRole, revokeRole } from '@labroom/testing/test-lab.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { expect, test, vi } from 'vitest';
import { AccessJob } from './access-job.ts';
import { afterKeysOf, listEncryptedVersions } from './encrypted-versions.ts';
import type { AccessTask } from './stored-job.ts';

const service = await openTestService();
const lab = await registeredLab(service);

/** A job, and how many versions it replaced. */
function jobOf(task: AccessTask, client: LabroomClient = lab.client, onChange = () => {}) {
  let replaced = 0;
  const call: ApiCall = async (document, variables, signal) => {
    const data = await client.call(document, variables, signal);
    if ('changeFileVersionAccess' in (data as object)) replaced += 1;
    return data;
  };
  const alone = async (run: () => Promise<void>) => {
    await run();
    return true;
  };
  const ports = { call, crypto: inlineCrypto, now: Date.now, wait, alone };
  const job = new AccessJob(task, ports, { onChanged: onChange });
  return { job, replaced: () => replaced };
}

const detail = async (path: string) => {
  const { dataRoomFile } = await lab.client.call(DataRoomFileDocument, { oclId: lab.oclId, path });
  if (!dataRoomFile) throw new Error(`${path} is missing`);
  return dataRoomFile;
};

const upload = (
  client: LabroomClient,
  target: { path: string } | { ref: string },
  body: string,
  access: 'PUBLIC' | 'TEAM',
) => client.upload({ oclId: lab.oclId, target, body, access, contentType: 'text/plain' });

const textOf = async (path: string, version: number) =>
  await (await lab.client.download({ oclId: lab.oclId, path, version })).body.text();

const secret = {
  level: 'ADMIN' as const,
  get conditions() {
    return JSON.stringify(conditionsForTeam(lab.oclId, networks[31337]));
  },
};

function accessTask(files: { did: string; path: string }[], more: object = {}): AccessTask {
  return {
    kind: 'access',
    oclId: lab.oclId,
    labName: 'Lab',
    wallet: lab.wallet.toLowerCase(),
    access: { ...secret },
    withEarlier: true,
    isOwner: true,
    files: files.map(({ did, path }) => ({ did, path, bytes: 3 })),
    ...more,
  };
}

test('a large file is changed piece by piece, in both directions, and stays verified', async () => {
  const path = 'results/reads.bin';
  const content = randomBytes(IN_PARTS_FROM + 5);
  const of = { oclId: lab.oclId, path };
  const body = new Blob([content]);
  await lab.client.upload({ ...of, target: { path }, body, access: 'PUBLIC', contentType: 'text/plain' });
  const wholes = vi.spyOn(inlineCrypto, 'fetch');
  const decrypted = vi.spyOn(inlineCrypto, 'decrypt');
  for (const access of [{ ...secret }, { level: 'PUBLIC' as const }, { ...secret }]) {
    const { job, replaced } = jobOf(accessTask([await detail(path)], { access }));
    await job.run();
    expect([job.getSnapshot().failures, replaced()]).toEqual([[], 1]);
    const ranges = await openRanges(lab.client.call, of);
    expect(ranges?.file.accessLevel).toBe(access.level);
    for (const at of [0, 9_000_000, content.length - 9])
      expect(Buffer.from((await ranges?.read(at, 9)) ?? []).equals(content.subarray(at, at + 9))).toBe(true);
  }
  expect([wholes.mock.calls, decrypted.mock.calls]).toEqual([[], []]);
  vi.restoreAllMocks();
  const { body: last } = await lab.client.download(of);
  expect(Buffer.from(await last.arrayBuffer()).equals(content)).toBe(true);
});

test('a public file becomes secret with its earlier versions, and public again; repeating it changes nothing', async () => {
  const path = 'results/plate.txt';
  const { datasetId: ref } = await upload(lab.client, { path }, 'one', 'PUBLIC');
  await upload(lab.client, { ref }, 'two', 'PUBLIC');
  // Version 3 has the bytes of version 1: both are replaced by one change.
  await lab.client.call(RestoreFileVersionDocument, { oclId: lab.oclId, ref, version: 1 });
  const before = await detail(path);
  const sealing = jobOf(accessTask([before]));
  await sealing.job.run();
  expect(sealing.job.getSnapshot()).toMatchObject({ state: 'ended', done: 1, total: 1, failures: [] });
  expect(sealing.replaced()).toBe(2);

  const after = await detail(path);
  expect(after).toMatchObject({ did: before.did, version: 3, accessLevel: 'ADMIN', publicVersions: [] });
  for (const { downloadUrl } of before.versions ?? []) expect((await fetch(downloadUrl)).status).toBe(404);
  expect([await textOf(path, 1), await textOf(path, 2), await textOf(path, 3)]).toEqual([
    'one',
    'two',
    'one',
  ]);

  const again = jobOf(accessTask([after]));
  await again.job.run();
  expect(again.replaced()).toBe(0);

  const opening = jobOf(accessTask([after], { access: { level: 'PUBLIC' }, withEarlier: false }));
  await opening.job.run();
  const { versions } = await detail(path);
  expect(versions?.map(({ accessLevel }) => accessLevel)).toEqual(['PUBLIC', 'ADMIN', 'PUBLIC']);
  expect(await textOf(path, 2)).toBe('two');
});

test('a renewal that was interrupted continues with the keys that are still old', async () => {
  const paths = ['keys/a.txt', 'keys/b.txt', 'keys/c.txt', 'keys/d.txt', 'keys/e.txt'];
  for (const path of paths) await upload(lab.client, { path }, path, 'TEAM');
  const removed = await fundedWallet();
  await grantRole(lab.owner, { oclId: lab.oclId, to: removed.address, role: 'VIEWER' });
  const reader = await clientOf(service).signIn(removed);
  for (const path of paths) await reader.download({ oclId: lab.oclId, path });
  await revokeRole(lab.owner, lab.oclId, removed.address);

  const list = (more: { keyIssuedBefore?: string; wallet?: string } = {}) =>
    listEncryptedVersions(lab.client.call, { oclId: lab.oclId, ...more }, new AbortController().signal);
  const all = await list({ wallet: removed.address });
  expect(all.filter(({ releasedAt }) => releasedAt !== null).map(({ path }) => path)).toEqual(paths);
  const keyIssuedBefore = afterKeysOf(all);
  const task: AccessTask = {
    kind: 'renewal',
    oclId: lab.oclId,
    labName: 'Lab',
    wallet: lab.wallet.toLowerCase(),
    keyIssuedBefore,
    count: all.length,
  };

  const first = jobOf(task, lab.client, () => first.job.pause());
  await first.job.run();
  expect(first.job.getSnapshot().state).toBe('paused');
  expect(first.replaced()).toBeLessThan(all.length);
  expect(await list({ keyIssuedBefore })).toHaveLength(all.length - first.replaced());

  const second = jobOf(task);
  await second.job.run();
  expect(second.job.getSnapshot()).toMatchObject({
    state: 'ended',
    done: all.length,
    total: all.length,
    failures: [],
  });
  // Each version once, over both jobs.
  expect(first.replaced() + second.replaced()).toBe(all.length);
  expect(await list({ keyIssuedBefore })).toEqual([]);
  for (const path of paths) {
    expect(await textOf(path, 1)).toBe(path);
    await expect(reader.download({ oclId: lab.oclId, path })).rejects.toMatchObject({
      reason: 'ACCESS_CONDITIONS_NOT_MET',
    });
  }
});

test('a contributor changes the own versions and is told of the others', async () => {
  const path = 'shared.txt';
  const { datasetId: ref } = await upload(lab.client, { path }, 'of the owner', 'PUBLIC');
  const wallet = await fundedWallet();
  await grantRole(lab.owner, { oclId: lab.oclId, to: wallet.address, role: 'CONTRIBUTOR' });
  const contributor = await clientOf(service).signIn(wallet);
  await upload(contributor, { ref }, 'of the contributor', 'PUBLIC');
  const task = accessTask([await detail(path)], { wallet: wallet.address.toLowerCase(), isOwner: false });
  const { job, replaced } = jobOf(task, contributor);
  await job.run();
  expect(job.getSnapshot()).toMatchObject({ state: 'ended', ofOthers: 1, failures: [] });
  expect(replaced()).toBe(1);
  expect(await detail(path)).toMatchObject({ accessLevel: 'ADMIN', publicVersions: [1] });
});

test('a file that is gone is listed, and the others are changed', async () => {
  const path = 'still-here.txt';
  await upload(lab.client, { path }, 'text', 'PUBLIC');
  const { job } = jobOf(accessTask([{ did: 'did:gone', path: 'gone.txt' }, await detail(path)]));
  await job.run();
  expect(job.getSnapshot()).toMatchObject({
    state: 'ended',
    done: 1,
    failures: [{ path: 'gone.txt', message: 'The file was moved, replaced or deleted meanwhile.' }],
  });
  expect(await detail(path)).toMatchObject({ accessLevel: 'ADMIN' });
});

test('comments stay readable when keys are renewed, and are published or deleted with the file as chosen', async () => {
  const [published, deleted] = ['talk/published.txt', 'talk/deleted.txt'];
  const words = 'Only for the team';
  const author = { oclId: lab.oclId, wallet: lab.wallet, token: lab.token };
  for (const path of [published, deleted]) {
    await upload(lab.client, { path }, path, 'TEAM');
    const { did: ref, contentHash } = await detail(path);
    const subject = { ref, version: 1, contentHash: contentHash ?? '' };
    expect((await beginSecretThread(service, author, subject, { body: words })).result.error).toBeNull();
  }
  const read = async (path: string, client = lab.client) => {
    const keyring = await client.openDiscussion({ oclId: lab.oclId, path, version: 1 });
    const { threads } = await client.call(ThreadsDocument, { oclId: lab.oclId, ref: keyring.place.ref });
    const [thread] = threads.nodes;
    const [comment] = thread?.comments ?? [];
    return thread && comment ? (await readComment(keyring, thread.id, comment))?.body : null;
  };

  const versions = await listEncryptedVersions(
    lab.client.call,
    { oclId: lab.oclId },
    new AbortController().signal,
  );
  const wallet = lab.wallet.toLowerCase();
  const keyIssuedBefore = afterKeysOf(versions);
  const common = { oclId: lab.oclId, labName: 'Lab', wallet };
  const renewal = jobOf({ kind: 'renewal', ...common, keyIssuedBefore, count: versions.length });
  await renewal.job.run();
  expect(renewal.job.getSnapshot()).toMatchObject({ state: 'ended', failures: [] });
  expect([await read(published), await read(deleted)]).toEqual([words, words]);

  const open = { access: { level: 'PUBLIC' }, withEarlier: false };
  const undecided = jobOf(accessTask([await detail(published)], open));
  await undecided.job.run();
  expect(undecided.job.getSnapshot().failures).toHaveLength(1);
  for (const [path, comments] of [
    [published, 'PUBLISH'],
    [deleted, 'DELETE'],
  ]) {
    const { job } = jobOf(accessTask([await detail(path ?? '')], { ...open, comments }));
    await job.run();
    expect(job.getSnapshot()).toMatchObject({ state: 'ended', failures: [] });
  }
  const anybody = clientOf(service);
  expect([await read(published, anybody), await read(deleted, anybody)]).toEqual([words, null]);
});
