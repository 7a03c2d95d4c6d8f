import {
  allRevoked,
  granted,
  labOf,
  minted,
  person,
  revoked,
  ScriptedChain,
  type ScriptedLog,
} from '@labroom/testing/scripted-chain.ts';
import {
  allUnlisted,
  claimCancelled,
  entriesEnded,
  listed,
  subjectOf,
  unlisted,
} from '@labroom/testing/scripted-lists.ts';
import { openTestIndex } from '@labroom/testing/test-index.ts';
import { asc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { listedReaders } from '#platform/db/tables/access-lists.ts';
import { onchainEvents } from '#platform/db/tables/chain.ts';

const [alice, bob, carol, dora] = [person(0xa11ce), person(0xb0b), person(0xca201), person(0xd02a0)];
const [file, other] = [subjectOf(1), subjectOf(2)];
const { index, isCorrect } = await openTestIndex();
let chain: ScriptedChain;

beforeEach(async () => {
  await index.clear();
  chain = new ScriptedChain();
  chain.mine(...minted(1, alice), ...minted(2, alice), granted(1, bob, 2));
});

const rows = () =>
  index.db
    .select()
    .from(listedReaders)
    .orderBy(asc(listedReaders.oclId), asc(listedReaders.subject), asc(listedReaders.reader));
/** `lab subject reader granter`. */
const entries = async () =>
  (await rows()).map(({ oclId, subject, reader, granter }) => [
    oclId === labOf(1).oclId ? 1 : 2,
    subject === file ? 'file' : 'other',
    reader,
    granter,
  ]);

test('lists who was listed, with end, granter, claim and the time of the block', async () => {
  const claim = subjectOf(0xc1a);
  chain.mine(
    listed(1, { subject: file, reader: carol }),
    listed(1, { subject: file, reader: dora, granter: bob, expiry: 2 ** 40, claim }),
  );
  await index.catchUp(chain);
  const at = { listedAt: new Date((1_700_000_000 + 4) * 1000), blockNumber: 2 };
  expect(await rows()).toEqual([
    {
      ...{ oclId: labOf(1).oclId, subject: file, reader: carol, granter: null, expiry: '0', claim: null },
      ...{ ...at, logIndex: 0 },
    },
    {
      ...{ oclId: labOf(1).oclId, subject: file, reader: dora, granter: bob, expiry: String(2 ** 40), claim },
      ...{ ...at, logIndex: 1 },
    },
  ]);
  await index.catchUp(chain.mine(listed(1, { subject: file, reader: dora })));
  expect((await rows()).at(-1)).toMatchObject({ reader: dora, granter: null, expiry: '0', claim: null });
  await isCorrect(chain);
});

const listings = [
  listed(1, { subject: file, reader: carol }),
  listed(1, { subject: file, reader: dora, granter: bob }),
  listed(1, { subject: other, reader: carol, granter: bob }),
  listed(2, { subject: file, reader: carol }),
];
const all = [
  [1, 'file', carol, null],
  [1, 'file', dora, bob],
  [1, 'other', carol, bob],
  [2, 'file', carol, null],
];

test.each<[string, ScriptedLog[], number[]]>([
  ['a reader taken off', [unlisted(1, file, carol)], [1, 2, 3]],
  ['the entries of a contributor ended', [entriesEnded(1, bob)], [0, 3]],
  ['all entries of the list ended', [allUnlisted(1)], [3]],
  ['all roles ended', [allRevoked(1)], [3]],
  ['a claim cancelled', [claimCancelled(1, subjectOf(7))], [0, 1, 2, 3]],
  // It comes back with the role: the chain says no more.
  ['a role of the granter ended', [revoked(1, bob, 2)], [0, 1, 2, 3]],
  ['listed again after the end of all', [allUnlisted(1), listings[2] as ScriptedLog], [2, 3]],
  [
    'listed and ended',
    [listed(1, { subject: other, reader: dora, granter: bob }), entriesEnded(1, bob)],
    [0, 3],
  ],
  [
    'listed by the holder in place of a contributor, who ended',
    [listed(1, { subject: other, reader: carol }), entriesEnded(1, bob)],
    [0, 3],
  ],
])('%s: in one range or two, and back after a reorganization', async (_, ended, left) => {
  await index.catchUp(chain.mine(...listings));
  expect(await entries()).toEqual(all);
  await index.catchUp(chain.mine(...ended));
  const after = await entries();
  const kept = left.map((at) => all[at]);
  expect(after.filter(([, , , granter]) => granter === bob)).toEqual(
    kept.filter((entry) => entry?.[3] === bob),
  );
  for (const entry of kept) expect(after).toContainEqual(entry);
  // The second index reads all of it as one range.
  await isCorrect(chain);
  await index.catchUp(chain.fork(1).mineEmpty(2));
  expect(await entries()).toEqual(all);
  await isCorrect(chain);
});

test('a reorganization takes entries back, and the events of the list are onchain activity of the lab', async () => {
  await index.catchUp(chain.mine(...listings, claimCancelled(1, subjectOf(7))));
  const events = await index.db.select().from(onchainEvents).orderBy(asc(onchainEvents.logIndex));
  expect(
    events
      .filter(({ contractName }) => contractName === 'accesslist')
      .map(({ eventName, oclId }) => [eventName, oclId]),
  ).toEqual([
    ['Listed', labOf(1).oclId],
    ['Listed', labOf(1).oclId],
    ['Listed', labOf(1).oclId],
    ['Listed', labOf(2).oclId],
    ['ClaimCancelled', labOf(1).oclId],
  ]);
  await index.catchUp(chain.fork(1).mineEmpty(2));
  expect(await entries()).toEqual([]);
});

test('a list of many entries that end again and again costs one pass', async () => {
  const many = Array.from({ length: 2_000 }, (_, at) => [
    listed(1, { subject: subjectOf(at), reader: carol, granter: bob }),
    entriesEnded(1, bob),
  ]).flat();
  await index.catchUp(chain.mine(...many, ...listings));
  expect(await entries()).toEqual(all);
});
