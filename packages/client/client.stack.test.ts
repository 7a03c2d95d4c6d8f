import { networks } from '@labroom/contracts/networks';
import { numberEvents } from '@labroom/service/operations/activity/number-events.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { mintStablecoins, PRICE } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { describe, expect, test, vi } from 'vitest';
import {
  everyActivity,
  everyEntry,
  everyEvent,
  everyHit,
  type LabEvent,
  type SearchHit,
} from './api/every-page.ts';
import { openLabChain } from './chain/lab-chain.ts';
import { createLabroomClient, type LabroomClientOptions } from './client.ts';
import {
  CreateLabDocument,
  DataRoomFilesPageDocument,
  GenerateDataEncryptionKeyDocument,
  LabIdentityDocument,
} from './documents/documents.generated.ts';
import { streamFile } from './download/stream-file.ts';
import { payAndCall } from './payment/pay-and-call.ts';
import { PaymentBudget } from './payment/payment-budget.ts';
import type { ClientAccess } from './upload/client-upload.ts';
import type { FolderProgress, UploadedFile } from './upload/upload-all.ts';

const service = await openTestService();
const lab = await registeredLab(service);
const options: LabroomClientOptions = {
  graphqlUrl: `${service.url}/graphql`,
  chainId: 31337,
  credential: service.credential,
};
const owner = await createLabroomClient(options).signIn(lab.owner);

const text = 'Yield 83 %, replicated twice.';
const upload = (path: string, more: object = {}) =>
  owner.upload({ oclId: lab.oclId, target: { path }, body: text, access: 'ADMIN', ...more });

describe('a client', () => {
  test('uploads a public file with the type of its name, and downloads it', async () => {
    const { contentHash } = await upload('open/readme.md', { access: 'PUBLIC', tags: ['draft'] });
    const { body, file } = await owner.download({ oclId: lab.oclId, path: 'open/readme.md' });
    expect(await body.text()).toBe(text);
    expect(body.type).toBe('text/markdown');
    expect(file).toMatchObject({ contentHash, version: 1, encryption: null });
  });

  test('encrypts a team file before sending it, and decrypts it only for the team', async () => {
    const { datasetId } = await upload('sealed/yield.txt');
    const { body, file } = await owner.download({ oclId: lab.oclId, path: 'sealed/yield.txt' });
    expect(await body.text()).toBe(text);
    const stored = await (await fetch(file.downloadUrl)).text();
    expect(stored).not.toContain('Yield');
    expect(file.did).toBe(datasetId);

    const outsider = await createLabroomClient(options).signIn(await fundedWallet());
    await expect(outsider.download({ oclId: lab.oclId, path: 'sealed/yield.txt' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'ACCESS_CONDITIONS_NOT_MET',
    });
  });

  test('streams a file, and decrypts it only for the team', async () => {
    await upload('sealed/large.bin', { body: text.repeat(50_000) });
    const wanted = { oclId: lab.oclId, path: 'sealed/large.bin' };
    const { body, file } = await streamFile(owner.call, wanted);
    expect(await new Response(body).text()).toBe(text.repeat(50_000));
    expect(file).toMatchObject({ path: wanted.path, version: 1 });
    const outsider = await createLabroomClient(options).signIn(await fundedWallet());
    await expect(streamFile(outsider.call, wanted)).rejects.toMatchObject({
      reason: 'ACCESS_CONDITIONS_NOT_MET',
    });
  });

  test('adds versions and downloads any of them', async () => {
    const bytes = (value: string) => new TextEncoder().encode(value);
    const { datasetId } = await upload('versions.bin', { body: bytes('one') });
    const second = await upload('unused', { target: { ref: datasetId }, body: bytes('two') });
    expect(second).toMatchObject({ datasetId, version: 2 });
    const textOf = async (version?: number) =>
      (
        await owner.download({ oclId: lab.oclId, path: 'versions.bin', ...(version && { version }) })
      ).body.text();
    expect([await textOf(), await textOf(1)]).toEqual(['two', 'one']);
    const missing = owner.download({ oclId: lab.oclId, path: 'versions.bin', version: 3 });
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('runs any operation, and reports errors by code', async () => {
    const found = await owner.call(LabIdentityDocument, { oclId: lab.oclId });
    expect(JSON.stringify(found)).toContain(lab.oclId);
    await expect(upload('open/readme.md')).rejects.toMatchObject({ reason: 'PATH_OCCUPIED' });
    const unknown = createLabroomClient({ ...options, credential: 'labroom_local_none' });
    await expect(unknown.call(LabIdentityDocument, { oclId: lab.oclId })).rejects.toMatchObject({
      name: 'LabroomError',
    });
    await expect(
      createLabroomClient(options).upload({
        oclId: lab.oclId,
        target: { path: 'x' },
        body: '',
        access: 'PUBLIC',
      }),
    ).rejects.toThrow('signIn');
  });

  test('stops an upload that is aborted', async () => {
    const file = { oclId: lab.oclId, target: { path: 'never.txt' }, body: text, access: 'PUBLIC' } as const;
    await expect(owner.upload(file, { signal: AbortSignal.abort() })).rejects.toThrow();
    await expect(owner.download({ oclId: lab.oclId, path: 'never.txt' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('uploads a folder: what is new, changed, the same, and what fails', async () => {
    const { oclId } = lab;
    const folder = (texts: Record<string, string>, access: ClientAccess = 'TEAM') => ({
      oclId,
      access,
      files: Object.entries(texts).map(([path, body]) => ({ path, body })),
    });
    const seen: string[] = [];
    const sent: string[] = [];
    const onFile = ({ path }: UploadedFile) => seen.push(path);
    const onBytes = ({ path, bytes }: FolderProgress) => bytes > 0 && sent.push(path);
    const statesOf = (files: UploadedFile[]) =>
      Object.fromEntries(files.map(({ path, state }) => [path, state]));
    const first = folder({ 'set/1.csv': 'a', 'set/2.csv': 'b', 'set/../3.csv': 'c' });
    expect(statesOf(await owner.uploadFolder(first, { onFile, onBytes }))).toEqual({
      'set/1.csv': 'added',
      'set/2.csv': 'added',
      'set/../3.csv': 'failed',
    });
    expect(new Set(sent)).toEqual(new Set(['set/1.csv', 'set/2.csv']));
    expect(seen.sort()).toEqual(['set/../3.csv', 'set/1.csv', 'set/2.csv']);
    async function* oneByOne() {
      yield* folder({ 'set/1.csv': 'a', 'set/2.csv': 'B' }).files;
    }
    const second = await owner.uploadFolder({ oclId, access: 'TEAM', files: oneByOne() }, { atOnce: 1 });
    expect(statesOf(second)).toEqual({ 'set/1.csv': 'unchanged', 'set/2.csv': 'updated' });
    // Equal bytes that everyone may read are another version.
    expect(statesOf(await owner.uploadFolder(folder({ 'set/1.csv': 'a' }, 'PUBLIC')))).toEqual({
      'set/1.csv': 'updated',
    });
    const stopped = owner.uploadFolder(first, { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow();
  });

  test('encrypts for holders of a token', async () => {
    await upload('holders.txt', { access: { holdersOf: networks[31337].contracts.usdc, minimum: 5n } });
    const { file } = await owner.download({ oclId: lab.oclId, path: 'holders.txt' });
    expect(file).toMatchObject({ accessLevel: 'HOLDERS', encryption: expect.anything() });
    const [outsider, holder] = [await fundedWallet(), await fundedWallet()];
    await mintStablecoins(holder, holder.address, 5n);
    const download = async (wallet: TestWallet) =>
      (await createLabroomClient(options).signIn(wallet)).download({ oclId: lab.oclId, path: 'holders.txt' });
    expect(await (await download(holder)).body.text()).toBe(text);
    await expect(download(outsider)).rejects.toMatchObject({ reason: 'ACCESS_CONDITIONS_NOT_MET' });
  });

  test('reads all pages of a list, and all events after a position', async () => {
    const { oclId } = lab;
    const paths = Array.from({ length: 5 }, (_, at) => `pages/${at}.txt`);
    const files = paths.map((path) => ({ path, body: path }));
    await owner.uploadFolder({ oclId, access: 'PUBLIC', files });
    const read = async (page: number) => {
      const args = { oclId, prefix: 'pages/', page, perPage: 2 };
      const { labWithDataRoomAndFiles: found } = await owner.call(DataRoomFilesPageDocument, args);
      if (!found?.dataRoom) throw new Error('The lab has no data room');
      return found.dataRoom.filesPage;
    };
    const found: string[] = [];
    for await (const { path } of everyEntry(read)) found.push(path);
    expect(found.sort()).toEqual(paths);

    const inFeed: string[] = [];
    for await (const { __typename: kind } of everyActivity(owner.call, { oclId })) inFeed.push(kind);
    expect(inFeed.filter((kind) => kind === 'LabEventFileAdded').length).toBeGreaterThanOrEqual(paths.length);
    const inAll: string[] = [];
    for await (const { __typename: kind } of everyActivity(owner.call)) inAll.push(kind);
    expect(inAll).toEqual(inFeed);
    const hits: SearchHit[] = [];
    for await (const hit of everyHit(owner.call, { prompt: 'pages' })) hits.push(hit);
    expect(hits.length).toBeGreaterThanOrEqual(paths.length);

    while ((await numberEvents(service.context)).more);
    const events: LabEvent[] = [];
    for await (const event of everyEvent(owner.call, { after: '0', oclId })) events.push(event);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const last = events.at(-2)?.cursor ?? '';
    const rest: LabEvent[] = [];
    for await (const event of everyEvent(owner.call, { after: last, oclId })) rest.push(event);
    expect(rest).toEqual(events.slice(-1));
  });

  test('signs in again before its session ends', async () => {
    const client = await createLabroomClient(options).signIn(lab.owner, { expiresIn: '1m' });
    const first = client.session?.tokenId;
    await client.call(LabIdentityDocument, { oclId: lab.oclId });
    expect(client.session?.tokenId).toBe(first);
    const soon = Date.now() + 55_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(soon);
    await client.call(LabIdentityDocument, { oclId: lab.oclId }).finally(() => clock.mockRestore());
    expect(client.session?.tokenId).not.toBe(first);
    await client.call(LabIdentityDocument, { oclId: lab.oclId });
  });

  test('mints a lab, shares it and takes the role back', async () => {
    const [wallet, guest] = [await fundedWallet(), await fundedWallet()];
    const chain = openLabChain({
      rpcUrl: requireStack('rpcUrl'),
      network: networks[31337],
      account: wallet,
    });
    const { oclId } = await chain.mintLab();
    const theirs = await createLabroomClient(options).signIn(wallet);
    expect((await theirs.call(CreateLabDocument, { oclId })).createLab.lab?.oclId).toBe(oclId);
    const author = await createLabroomClient(options).signIn(guest);
    const note = (path: string) => author.upload({ oclId, target: { path }, body: text, access: 'PUBLIC' });
    await chain.grantRole({ oclId, to: guest.address, role: 'CONTRIBUTOR' });
    expect(await note('theirs.md')).toMatchObject({ version: 1 });
    await chain.revokeRole(oclId, guest.address);
    await expect(note('more.md')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('pays for a call with a wallet instead of a session', async () => {
    const wallet = await fundedWallet();
    await mintStablecoins(wallet, wallet.address, PRICE);
    const budget = new PaymentBudget({ perCall: PRICE, perDay: PRICE });
    const payer = { gatewayUrl: `${service.url}/local`, network: networks[31337], wallet, budget };
    const { data, receipt } = await payAndCall(payer, GenerateDataEncryptionKeyDocument, {});
    expect(data.generateDataEncryptionKey.plaintextDEK).toEqual(expect.any(String));
    expect(receipt.state).toBe('paid');
  });
});
