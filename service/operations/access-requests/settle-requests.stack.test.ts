import { defaultPromise } from '@labroom/protocol/access-request';
import { granted, labOf, minted, person, revoked, ScriptedChain } from '@labroom/testing/scripted-chain.ts';
import { createTestIndex, type TestIndex } from '@labroom/testing/test-index.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessRequests } from '#platform/db/tables/access-requests.ts';
import { settleRequests } from './settle-requests.ts';

const { oclId } = labOf(1);
const [owner, asker] = [person(1), person(2)];

let index: TestIndex;
let chain: ScriptedChain;
beforeAll(async () => {
  index = await createTestIndex();
});
afterAll(() => index.drop());
beforeEach(async () => {
  await index.clear();
  await index.db.delete(accessRequests);
  chain = new ScriptedChain().mine(...minted(1, owner));
});

const settle = () =>
  settleRequests({
    db: index.db,
    config: { chain: { id: 31337 } } as Parameters<typeof settleRequests>[0]['config'],
  });
const insert = (id: string, values: Partial<typeof accessRequests.$inferInsert> = {}) =>
  index.db.insert(accessRequests).values({
    id,
    oclId,
    wallet: asker,
    role: 'VIEWER',
    promise: defaultPromise,
    answers: [],
    chainId: 31337,
    site: 'labroom.test',
    signature: '0x00',
    issuedAt: new Date(),
    // The blocks of the scripted chain are of the past.
    createdAt: new Date('2100-01-01'),
    expiresAt: new Date('2100-01-01'),
    afterBlock: chain.blocks.length - 1,
    ...values,
  });
async function states() {
  await index.catchUp(chain);
  await settle();
  const rows = await index.db.select().from(accessRequests).orderBy(accessRequests.id);
  return rows.map(({ state }) => state);
}

test.each([1, 5, 20])(
  'a reorganization of depth %i takes the grant back, and the new branch restores it',
  async (depth) => {
    await insert('0x1');
    chain.mine(granted(1, asker, 1)).mineEmpty(depth - 1);
    expect(await states()).toEqual(['GRANTED']);
    const [first] = await index.db.select().from(accessRequests);
    expect(first).toMatchObject({
      decidedBy: owner,
      grantedRole: 'VIEWER',
      blockNumber: chain.blocks.length - depth,
    });
    chain.fork(depth).mineEmpty(depth + 1);
    expect(await states()).toEqual(['OPEN']);
    const [open] = await index.db.select().from(accessRequests);
    expect(open).toMatchObject({ decidedBy: null, decidedAt: null, txHash: null, blockNumber: null });
    chain.mine(granted(1, asker, 1));
    expect(await states()).toEqual(['GRANTED']);
    const [again] = await index.db.select().from(accessRequests);
    expect(again?.txHash).not.toBe(first?.txHash);
  },
);

test('a grant that another branch has in another block is that of the new branch', async () => {
  await insert('0x1');
  chain.mine(granted(1, asker, 1)).mineEmpty(2);
  expect(await states()).toEqual(['GRANTED']);
  chain
    .fork(3)
    .mineEmpty(2)
    .mine(granted(1, asker, 1))
    .mineEmpty(1);
  expect(await states()).toEqual(['GRANTED']);
  const [row] = await index.db.select().from(accessRequests);
  expect(row?.blockNumber).toBe(chain.blocks.length - 2);
});

test('where the wallet asked again meanwhile, the later request stands', async () => {
  await insert('0x1');
  chain.mine(granted(1, asker, 1));
  expect(await states()).toEqual(['GRANTED']);
  await insert('0x2', { heldExpiry: '0' });
  chain.fork(1).mineEmpty(2);
  expect(await states()).toEqual(['WITHDRAWN', 'OPEN']);
});

test('a grant before the request, one that was revoked, of another wallet or a weaker role, does not count', async () => {
  chain.mine(granted(1, asker, 1));
  await index.catchUp(chain);
  await insert('0x1');
  expect(await states()).toEqual(['OPEN']);
  chain
    .mine(granted(1, asker, 2))
    .mine(revoked(1, asker, 2))
    .mine(granted(1, person(3), 1));
  expect(await states()).toEqual(['OPEN']);
  await index.db.update(accessRequests).set({ role: 'CONTRIBUTOR' });
  chain.mine(granted(1, asker, 1));
  expect(await states()).toEqual(['OPEN']);
  chain.mine(granted(1, asker, 2));
  expect(await states()).toEqual(['GRANTED']);
});

test('indexing anew from the first block keeps what was decided', async () => {
  chain.mine(granted(1, asker, 1)).mine(revoked(1, asker, 1));
  await index.catchUp(chain);
  await insert('0x1');
  chain.mine(granted(1, asker, 1)).mine(revoked(1, asker, 1));
  // Granted and revoked before it was looked at.
  expect(await states()).toEqual(['OPEN']);
  await index.db.update(accessRequests).set({ wallet: person(4) });
  chain.mine(granted(1, person(4), 1));
  expect(await states()).toEqual(['GRANTED']);
  await index.clear();
  for (let step = 0; step < chain.blocks.length; step += 1) {
    await index.advance(chain, { size: 1 });
    await settle();
    const [row] = await index.db.select().from(accessRequests);
    expect(row?.state).toBe('GRANTED');
  }
});
