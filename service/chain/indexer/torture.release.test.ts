import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { didRegistryAbi } from '@labroom/contracts/abi';
import { didProvider, didSubjects } from '@labroom/contracts/did-link';
import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { seed } from '@labroom/testing/depth.ts';
import { type DisturbedNode, startDisturbedNode } from '@labroom/testing/disturbed-node.ts';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { mulberry32 } from '@labroom/testing/random.ts';
import {
  allRevoked,
  attached,
  delegated,
  event,
  granted,
  labOf,
  minted,
  person,
  revoked,
  ScriptedChain,
  type ScriptedLog,
  tokenized,
  tokenOf,
  tokenTransferred,
  transferred,
} from '@labroom/testing/scripted-chain.ts';
import { allUnlisted, entriesEnded, listed, subjectOf, unlisted } from '@labroom/testing/scripted-lists.ts';
import { sentOperation } from '@labroom/testing/sent-operation.ts';
import { createTestIndex, type TestIndex } from '@labroom/testing/test-index.ts';
import { pad } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { membersOfLabs } from '#core/members/members-of-lab.ts';
import type { Database } from '#platform/db/database.ts';
import { labOwners } from '#platform/db/tables/chain.ts';
import { didLinks } from '#platform/db/tables/did.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { createChainClient } from '../create-chain-client.ts';
import { countActiveLinks } from '../projections/derive-did-links.ts';

const rounds = 200;
const historyBlocks = 700;
const labCount = 20;

const random = mulberry32(seed);
const below = (limit: number) => Math.floor(random() * limit);
const anyone = () => person(1 + below(12));
const anyLab = () => 1 + below(labCount);

let index: TestIndex;
let fresh: TestIndex;
let node: DisturbedNode;
const chain = new ScriptedChain();

beforeAll(async () => {
  [index, fresh] = [await createTestIndex(), await createTestIndex()];
  for (const one of [index, fresh]) await registerLabs(one);
  node = await startDisturbedNode(chain, random);
});
afterAll(async () => {
  await node.close();
  await index.drop();
  await fresh.drop();
});

test(`the index is correct after kills, reorganizations and node failures (seed ${seed})`, {
  timeout: 60_000 + rounds * 10_000,
}, async () => {
  mine(historyBlocks);
  for (let round = 1; round <= rounds; round += 1) {
    await survive();
    if (round % 10 === 0 || round === rounds) await compare(round);
  }
});

/** Runs one process and kills it at a random moment, with a reorganization before and possibly one during its run. */
async function survive(): Promise<void> {
  mine(below(20));
  reorganize();
  disturb();
  const worker = startIndexer();
  await Promise.race([node.after(1 + below(20)), worker.ended]);
  if (random() < 0.5) reorganize();
  await Promise.race([node.after(1 + below(30)), worker.ended]);
  await pause(below(40));
  await worker.kill();
}

function disturb(): void {
  node.chances = {
    drop: 20,
    cut: 15,
    delay: 100,
    shuffle: 100,
    refuse: 15,
    empty: 20,
    reverse: 100,
    repeat: 50,
  };
  node.widestRange = random() < 0.5 ? 50 + below(300) : Number.POSITIVE_INFINITY;
}

/** Replaces the newest 1, 5 or 20 blocks of the chain, mostly by more blocks. */
function reorganize(): void {
  const depth = [1, 5, 20][below(3)] ?? 1;
  chain.fork(depth);
  mine(Math.max(1, depth - 2) + below(5));
}

function mine(count: number): void {
  for (let left = count; left > 0; left -= 1) {
    chain.mine(...Array.from({ length: Math.max(0, below(6) - 2) }, something).flat());
  }
}

/** Random logs. A real contract would not emit all of them, but the index must handle them. */
function something(): ScriptedLog[] {
  const [lab, wallet] = [anyLab(), anyone()];
  const actions: (() => ScriptedLog[])[] = [
    () => minted(lab, wallet),
    () => transferred(lab, anyone(), wallet),
    () => [granted(lab, wallet, random() < 0.5 ? 1 : 2)],
    () => [granted(lab, wallet, random() < 0.5 ? 1 : 2)],
    () => [revoked(lab, wallet, 1)],
    () => delegated(lab, wallet, person(1 + Math.floor(random() * 4))),
    () => [allRevoked(lab)],
    () => {
      const entry = { subject: subjectOf(below(3)), reader: wallet };
      return [listed(lab, random() < 0.5 ? { ...entry, granter: anyone() } : entry)];
    },
    () => [unlisted(lab, subjectOf(below(3)), wallet)],
    () => [random() < 0.5 ? allUnlisted(lab) : entriesEnded(lab, wallet)],
    () => (lab % 2 ? tokenized(lab, wallet) : attached(lab, wallet, person(0xf000 + lab))),
    () => (hasToken(lab) ? [tokenTransferred(lab, wallet, anyone(), BigInt(1 + below(1000)))] : []),
    () => [aboutDid('DidLinked', lab, 'account'), aboutDid('DidLinked', lab, 'dataRoom')],
    () => [aboutDid('DidLinked', lab, random() < 0.5 ? 'account' : 'dataRoom', below(3) > 0)],
    () => [aboutDid('DidDeactivated', lab, random() < 0.5 ? 'account' : 'dataRoom')],
  ];
  return actions[below(actions.length)]?.() ?? [];
}

/** Logs of the registry for a lab's own DID or for another one. */
function aboutDid(
  eventName: 'DidLinked' | 'DidDeactivated',
  lab: number,
  subject: keyof typeof didSubjects,
  own = true,
): ScriptedLog {
  const did = own ? didsOf(lab)[subject] : 'did:web:other';
  const place = { oclId: labOf(lab).oclId, provider: didProvider, subject: didSubjects[subject] };
  const rest = { didHash: pad('0x2'), version: 1n, requestHash: pad('0x3'), requestId: pad('0x3') };
  const args = { ...place, did, ...rest, proof: '0x', attestations: [] };
  return event(contracts.didRegistry, didRegistryAbi, eventName, args);
}

function didsOf(lab: number) {
  return { account: `did:web:account-${lab}`, dataRoom: `did:web:room-${lab}` };
}

/** Registers all labs, with the linking of their DIDs submitted. */
async function registerLabs({ db }: TestIndex): Promise<void> {
  for (let lab = 1; lab <= labCount; lab += 1) {
    const { oclId, account } = labOf(lab);
    const { account: accountDid, dataRoom: dataRoomDid } = didsOf(lab);
    const rest = { shortname: `lab-${lab}`, registeredBy: person(1), storageLimit: 1 };
    await db.insert(labs).values({ oclId, account, tokenId: String(lab), accountDid, dataRoomDid, ...rest });
    await db
      .insert(didLinks)
      .values({ oclId, status: 'SUBMITTED', attempts: 1, userOperation: sentOperation });
  }
}

/** No contract logs before its creation, even here. */
function hasToken(lab: number): boolean {
  const token = tokenOf(lab).slice(2);
  const terms = chain.blocks.flatMap(({ logs }) => logs).filter(isOfTerms);
  return terms.some(({ data, topics }) => [data, ...topics].some((part) => part.includes(token)));
}

function isOfTerms({ address }: ScriptedLog): boolean {
  return address === contracts.termsPermissioner;
}

/** Lets the index catch up without failures and compares it with one built from the current chain only. */
async function compare(round: number): Promise<void> {
  node.chances = {};
  mine(1);
  const worker = startIndexer();
  const head = chain.blocks.length - 1;
  await Promise.race([worker.until(`"to":${head},`), worker.ended]);
  await worker.kill();
  await fresh.clear();
  await fresh.db.update(didLinks).set({ status: 'SUBMITTED', txHash: null, endedBy: null });
  await fresh.catchUp(chain);
  expect(await index.content()).toEqual(await fresh.content());
  const members = await membersOf(index.db);
  expect(members).toEqual(await membersOf(fresh.db));
  const states = await statesOf(index.db);
  expect(states).toEqual(await statesOf(fresh.db));
  const inEach = [...Map.groupBy(states, ({ status }) => status)].map(
    ([status, all]) => `${all.length} ${status}`,
  );
  const struck = [...node.struck].map(([disturbance, times]) => `${disturbance} ${times}`).join(', ');
  console.log(
    `seed ${seed}, round ${round} of ${rounds}: ${head} blocks, ${members.length} labs equal (${inEach.join(', ')}); ${struck}`,
  );
}

function statesOf(db: Database) {
  const { oclId, status, txHash, endedBy, attempts } = didLinks;
  return db.select({ oclId, status, txHash, endedBy, attempts }).from(didLinks).orderBy(oclId);
}

/** What the API returns for each lab, without recording times. */
async function membersOf(db: Database) {
  const client = createChainClient({ rpcUrl: node.rpcUrl, chainId: 31337 });
  const oclIds = (await db.select().from(labOwners).orderBy(labOwners.oclId)).map(({ oclId }) => oclId);
  const members = await membersOfLabs({ db, chain: client } as Parameters<typeof membersOfLabs>[0], oclIds);
  return Promise.all(
    oclIds.map(async (oclId) => ({
      oclId,
      links: await countActiveLinks(db, 31337, oclId),
      members: (members.get(oclId) ?? [])
        .map(({ walletAddress, role, source }) => `${walletAddress} ${role} ${source}`)
        .sort(),
    })),
  );
}

function startIndexer() {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, '../../../testing/indexer-process.ts')],
    {
      env: { ...compileCache, DATABASE_URL: index.databaseUrl, RPC_URL: node.rpcUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const { until, write, lines } = watchedLog();
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', write);
  const ended = once(child, 'exit');
  return {
    until,
    ended,
    /** The process must not end in any other way. */
    async kill() {
      child.kill('SIGKILL');
      const [, signal] = await ended;
      expect(signal, lines.slice(-20).join('\n')).toBe('SIGKILL');
    },
  };
}
