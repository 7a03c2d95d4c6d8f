import { randomUUID } from 'node:crypto';
import { didRegistryAbi } from '@labroom/contracts/abi';
import { didProvider, didSubjects } from '@labroom/contracts/did-link';
import { localAddresses } from '@labroom/contracts/local-addresses';
import { event, labOf, minted, person, ScriptedChain } from '@labroom/testing/scripted-chain.ts';
import { sentOperation } from '@labroom/testing/sent-operation.ts';
import { openTestIndex } from '@labroom/testing/test-index.ts';
import { keccak256, toHex, zeroHash } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { restartLinking } from '#operations/did/did-link-store.ts';
import { didLinks } from '#platform/db/tables/did.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { countActiveLinks } from './derive-did-links.ts';

const { oclId, account } = labOf(1);
const submitted = { status: 'SUBMITTED', attempts: 1, userOperation: sentOperation } as const;
const [accountDid, dataRoomDid] = ['did:odf:account', 'did:odf:data-room'];

describe('the state of linking, from events', async () => {
  const { index } = await openTestIndex();
  let chain: ScriptedChain;
  await index.db.insert(labs).values({
    oclId,
    account,
    tokenId: '1',
    shortname: randomUUID(),
    accountDid,
    dataRoomDid,
    registeredBy: person(1),
    storageLimit: 1,
  });
  beforeEach(async () => {
    await index.clear();
    await index.db.delete(didLinks);
    await index.db.insert(didLinks).values({ oclId, ...submitted });
    chain = new ScriptedChain().mine(...minted(1, person(1)));
  });

  type Subject = keyof typeof didSubjects;
  const place = (subject: Subject) => ({ oclId, provider: didProvider, subject: didSubjects[subject] });
  const linked = (subject: Subject, did: string) =>
    event(localAddresses.didRegistry, didRegistryAbi, 'DidLinked', {
      ...place(subject),
      did,
      didHash: keccak256(toHex(did)),
      version: 1n,
      requestHash: zeroHash,
      proof: '0x',
      attestations: [{ attester: person(2), signature: '0x' }],
    });
  const ended = (subject: Subject, did: string) =>
    event(localAddresses.didRegistry, didRegistryAbi, 'DidDeactivated', {
      ...place(subject),
      didHash: keccak256(toHex(did)),
      version: 1n,
      requestId: zeroHash,
    });
  const both = () => [linked('account', accountDid), linked('dataRoom', dataRoomDid)];

  async function state() {
    const steps = await index.catchUp(chain);
    const [row] = await index.db.select().from(didLinks);
    return {
      steps,
      status: row?.status,
      txHash: row?.txHash,
      count: await countActiveLinks(index.db, 31337, oclId),
    };
  }

  test('LINKED needs both DIDs, in one block or in several', async () => {
    chain.mine(linked('dataRoom', dataRoomDid));
    expect(await state()).toMatchObject({ status: 'SUBMITTED', count: 1 });
    chain.mineEmpty(3).mine(linked('account', accountDid));
    expect(await state()).toMatchObject({ status: 'LINKED', count: 2 });
  });

  test('other DIDs, and swapped DIDs, do not count', async () => {
    chain.mine(linked('account', dataRoomDid), linked('dataRoom', accountDid));
    expect(await state()).toMatchObject({ status: 'SUBMITTED', count: 2 });
    chain.mine(linked('account', accountDid), linked('dataRoom', 'did:odf:other'));
    expect(await state()).toMatchObject({ status: 'SUBMITTED', count: 2 });
  });

  test.each([1, 5, 20])(
    'a reorganization of depth %i reverts LINKED, and the new branch restores it',
    async (depth) => {
      chain.mine(...both()).mineEmpty(depth - 1);
      const first = await state();
      expect(first).toMatchObject({ status: 'LINKED', count: 2 });
      chain.fork(depth).mineEmpty(depth + 1);
      const taken = await state();
      expect(taken).toMatchObject({ status: 'SUBMITTED', count: 0, txHash: null });
      expect(taken.steps).toContain('rolled-back');
      chain.mine(...both());
      const again = await state();
      expect(again).toMatchObject({ status: 'LINKED', count: 2 });
      expect(again.txHash).not.toBe(first.txHash);
    },
  );

  test('a reorganization that moves the links to another block leaves LINKED', async () => {
    chain.mine(...both());
    await state();
    chain
      .fork(1)
      .mine()
      .mine(...both());
    expect(await state()).toMatchObject({ status: 'LINKED', count: 2 });
  });

  test('a link that is ended or replaced is FAILED; after a reorganization without that event it is LINKED', async () => {
    chain.mine(...both()).mine(ended('account', accountDid));
    expect(await state()).toMatchObject({ status: 'FAILED', count: 1 });
    chain.fork(1).mineEmpty(2);
    expect(await state()).toMatchObject({ status: 'LINKED', count: 2 });
    chain.mine(ended('account', accountDid), linked('account', 'did:odf:other'));
    expect(await state()).toMatchObject({ status: 'FAILED', count: 2 });
  });

  test.each(['SUBMITTED', 'PENDING', 'FAILED'] as const)(
    'from %s the same events give the same state, one by one or all at once, and their removal too',
    async (status) => {
      const queued = { status, attempts: status === 'FAILED' ? 8 : 0 };
      const blocks = [both(), [ended('account', accountDid)], [linked('account', accountDid)]];
      blocks.push([linked('dataRoom', 'did:odf:other')], []);
      for (let length = 1; length <= blocks.length; length += 1) {
        const atOnce = new ScriptedChain().mine(...minted(1, person(1)));
        for (const block of blocks.slice(0, length)) atOnce.mine(...block);
        await index.clear();
        await index.db.update(didLinks).set({ ...queued, txHash: null, endedBy: null });
        chain = new ScriptedChain().mine(...minted(1, person(1)));
        await state();
        for (const block of blocks.slice(0, length)) {
          chain.mine(...block);
          await state();
        }
        const { steps: _, ...inSteps } = await state();
        await index.clear();
        await index.db.update(didLinks).set({ ...queued, txHash: null, endedBy: null });
        chain = atOnce;
        expect(await state(), `after ${length} blocks`).toMatchObject(inSteps);
      }
    },
  );

  test('an end that a reorganization removes together with its link is forgotten', async () => {
    chain.mine(...both()).mine(ended('account', accountDid));
    expect(await state()).toMatchObject({ status: 'FAILED' });
    chain.fork(2).mineEmpty(3);
    expect(await state()).toMatchObject({ status: 'SUBMITTED', txHash: null, count: 0 });
  });

  test('an end that an operator has overridden does not count again; another end does', async () => {
    chain.mine(...both()).mine(ended('account', accountDid));
    await state();
    expect(await restartLinking(index.db, oclId)).toEqual([oclId]);
    chain.mine(linked('account', 'did:odf:other'), ended('account', 'did:odf:other'));
    expect(await state()).toMatchObject({ status: 'FAILED' });
    await restartLinking(index.db, oclId);
    await index.clear();
    expect(await state()).toMatchObject({ status: 'PENDING' });
    chain.mine(linked('account', accountDid));
    expect(await state()).toMatchObject({ status: 'LINKED', count: 2 });
    chain.mine(ended('dataRoom', dataRoomDid));
    expect(await state()).toMatchObject({ status: 'FAILED', count: 1 });
  });

  test.each([
    ['at once', [2]],
    ['the end first', [1, 3]],
    ['the end again in between', [1, 0, 4]],
  ])(
    'after a restart by an operator, a reorganization that removes all events leaves PENDING: %s',
    async (_, depths) => {
      chain.mine(...both()).mine(ended('account', accountDid));
      await state();
      await restartLinking(index.db, oclId);
      for (const depth of depths) {
        if (depth > 0) chain.fork(depth).mineEmpty(depth + 1);
        else chain.mine(ended('account', accountDid));
        await state();
      }
      expect(await state()).toMatchObject({ status: 'PENDING', txHash: null, count: 0 });
    },
  );

  test('a reorganization does not make a refused operation SUBMITTED', async () => {
    const refused = { ...sentOperation, sendingFailed: true };
    await index.db.update(didLinks).set({ status: 'PENDING', userOperation: refused });
    chain.mine(...both());
    expect(await state()).toMatchObject({ status: 'LINKED' });
    chain.fork(1).mineEmpty(2);
    expect(await state()).toMatchObject({ status: 'PENDING', txHash: null, count: 0 });
  });

  test('linking that failed for other reasons stays FAILED', async () => {
    await index.db.update(didLinks).set({ status: 'FAILED', attempts: 8 });
    chain.mine(linked('account', accountDid));
    await state();
    chain.fork(1).mineEmpty(2);
    expect(await state()).toMatchObject({ status: 'FAILED', count: 0 });
  });

  test('rebuilding the index gives the same states', async () => {
    chain
      .mine(...both())
      .mine(ended('account', accountDid))
      .mine(linked('account', accountDid));
    expect(await state()).toMatchObject({ status: 'LINKED', count: 2 });
    await index.clear();
    expect(await state()).toMatchObject({ status: 'LINKED', count: 2 });
  });
});
