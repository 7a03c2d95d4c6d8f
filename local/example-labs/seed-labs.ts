import { LabroomError } from '@labroom/client/api-failure';
import { type LabChain, type MintedLab, openLabChain } from '@labroom/client/chain/lab-chain.ts';
import type { LabroomClient } from '@labroom/client/client.ts';
import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  DecryptDataKeyDocument,
  GenerateLabImageUploadUrlDocument,
  LabsDocument,
  UpdateLabNftMetadataDocument,
} from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';
import { contentTypeOf } from '@labroom/client/upload/content-type';
import { type LocalAccountName, localAccount } from '@labroom/contracts/local-accounts';
import { networks } from '@labroom/contracts/networks';
import { conditionsForHolders } from '@labroom/protocol/conditions';
import { featureLab } from '@labroom/service/operations/labs/featured-store.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import type { Hex, LocalAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type Clock, throughTheMonth } from './chain-history.ts';
import { exampleLabs } from './example-labs.ts';
import { bytesOf, type ExampleFile, type ExampleLab, type ExampleTransfer } from './labs/example-lab.ts';
import { type LabToken, makeToken, transferTokens } from './make-token.ts';
import { introducePeople } from './people.ts';
import { talkAbout } from './talk.ts';
import { type Change, type KeyRequest, type LabPast, type Timeline, timelineOf } from './timeline.ts';
import { untilIndexed, writeDates } from './write-dates.ts';

const DAY = 86_400;
const network = networks[31337];

interface SeededStack {
  client: LabroomClient;
  rpcUrl: string;
  databaseUrl: string;
  /** Host of the web app, which profiles are signed for. */
  site: string;
  clock: Clock;
}

/**
 * Creates the missing example labs through chain and API, like their owners, and dates their history.
 *
 * [Note: dates] Blocks have the times of the last month, because the clock of a new local chain begins there and is moved
 * on between the transactions. Files, announcements and key requests are made in the order of a timeline of the same
 * month. The service dates them by the clock of PostgreSQL, so their times are written into its tables afterwards.
 * @returns the number of created labs
 */
export async function seedLabs({ client, rpcUrl, databaseUrl, site, clock }: SeededStack): Promise<number> {
  const { labs } = await client.call(LabsDocument, { perPage: 100 });
  const present = new Set(labs.nodes.map((lab) => lab.name));
  const missing = exampleLabs.filter((lab) => !present.has(lab.name));
  if (missing.length === 0) return 0;
  const people = openPeople(client, rpcUrl);
  const opened = missing.map((lab) => openLab(people, lab));
  // Labs in order, because the first one is #1.
  await throughTheMonth(clock, [
    ...opened.flatMap(({ beginnings }) => beginnings),
    ...opened.flatMap(({ tokens }) => tokens),
  ]);
  const now = Date.now();
  const filled = await Promise.all(opened.map(({ fill }) => fill(now)));
  const requests = filled.flatMap(({ oclId, keyRequests }) =>
    keyRequests.map((request) => ({ oclId, ...request })),
  );
  requests.sort((a, b) => a.at - b.at);
  for (const request of requests) await requestKey(people, request);
  await dateLabs(
    databaseUrl,
    filled.filter(({ isPast }) => isPast),
    await people('owner').chain.reader.getBlockNumber(),
  );
  await introducePeople(client, site);
  for (const { talk } of opened) await talk();
  // Last, because the name marks a lab as complete. An interrupted lab is created again.
  await Promise.all(opened.map(({ complete }) => complete()));
  await chooseForFrontPage(
    databaseUrl,
    filled.map(({ oclId }) => oclId),
  );
  return missing.length;
}

/** As the operator would: `labroom feature`. Later choices of an operator stay. */
async function chooseForFrontPage(databaseUrl: string, oclIds: readonly Hex[]): Promise<void> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    for (const oclId of oclIds) await featureLab(db, oclId);
  } finally {
    await db.$client.end();
  }
}

interface FilledLab extends Timeline {
  oclId: Hex;
  mintedAt: number;
}

async function dateLabs(databaseUrl: string, labs: readonly FilledLab[], block: bigint): Promise<void> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    await untilIndexed(db, block);
    const times = (moments: readonly { at: number }[]) => moments.map(({ at }) => at);
    const dates = labs.map(({ oclId, mintedAt, changes }) => ({ oclId, mintedAt, changes: times(changes) }));
    const requests = times(labs.flatMap(({ keyRequests }) => keyRequests));
    await writeDates(
      db,
      dates,
      requests.toSorted((a, b) => a - b),
    );
  } finally {
    await db.$client.end();
  }
}

interface Person {
  account: LocalAccount;
  chain: LabChain;
  /** Signs in when it is first called. */
  client(): Promise<LabroomClient>;
}

type People = (name: LocalAccountName) => Person;

/** One chain and one session per account, so that no two transactions take the same nonce. */
function openPeople(stack: LabroomClient, rpcUrl: string): People {
  const known = new Map<LocalAccountName, Person>();
  return (name) => {
    const account = privateKeyToAccount(localAccount(name).privateKey);
    let session: Promise<LabroomClient> | undefined;
    const person = known.get(name) ?? {
      account,
      chain: openLabChain({ rpcUrl, network, account }),
      client() {
        session ??= stack.signIn(account, { serviceName: 'labroom-examples' });
        return session;
      },
    };
    known.set(name, person);
    return person;
  };
}

/** The steps that make one lab: its beginnings and its tokens on the chain, one after the other, and then all else. */
function openLab(people: People, lab: ExampleLab) {
  const { chain, client } = people(lab.owner);
  const memberSince = new Map<LocalAccountName, number>();
  const holderSince = new Map<LocalAccountName, number>();
  const received = new Map<ExampleTransfer['to'], number>();
  let minted: (MintedLab & { at: number }) | undefined;
  let token: (LabToken & { at: number }) | undefined;
  const blockTime = async () => Number((await chain.reader.getBlock()).timestamp) * 1000;
  const identity = () => {
    if (!minted) throw new Error(`${lab.name} is not minted yet`);
    return minted;
  };
  const mint = async () => {
    const made = await chain.mintLab();
    minted = { ...made, at: await blockTime() };
    await (await client()).call(CreateLabDocument, { oclId: made.oclId });
  };
  const grants = lab.grants.map(({ to, days, ...grant }) => async () => {
    const expiry = days === undefined ? 0 : Math.floor(Date.now() / 1000) + days * DAY;
    const { oclId } = identity();
    await chain.grantRole({ oclId, to: localAccount(to).address, expiry: BigInt(expiry), ...grant });
    memberSince.set(to, await blockTime());
  });
  const makeTokens = async () => {
    if (!lab.token) return;
    const made = await makeToken(chain, (await client()).call, identity(), lab.token);
    token = { ...made, at: await blockTime() };
  };
  const transfers = (lab.token?.transfers ?? []).map((transfer) => async () => {
    const sender = transfer.from ? people(transfer.from).chain : chain;
    if (token) await transferTokens(sender, token, identity(), transfer);
    const { to, amount } = transfer;
    received.set(to, amount + (received.get(to) ?? 0));
    const isEnough = (received.get(to) ?? 0) >= (lab.token?.minimum ?? 0);
    if (isEnough && typeof to === 'string' && to !== 'lab' && !holderSince.has(to))
      holderSince.set(to, await blockTime());
  });
  return {
    beginnings: [mint, ...grants],
    tokens: lab.token ? [makeTokens, ...transfers] : [],
    async fill(now: number): Promise<FilledLab> {
      const { oclId, at: mintedAt } = identity();
      const past: LabPast = { mintedAt, memberSince, holderSince, ...(token && { tokenizedAt: token.at }) };
      const timeline = timelineOf(lab, past, now);
      await fillLab(people, lab, { oclId, changes: timeline.changes, ...(token && { token }) });
      return { oclId, mintedAt, ...timeline };
    },
    /** After the dates are written, so comments and the release have the present time. */
    talk: () => talkAbout(identity().oclId, lab, (name) => people(name).client()),
    async complete() {
      const { name, description } = lab;
      const variables = { oclId: identity().oclId, input: { name, description } };
      await (await client()).call(UpdateLabNftMetadataDocument, variables);
    },
  };
}

interface LabContent {
  oclId: Hex;
  changes: readonly Change[];
  token?: LabToken;
}

/** Makes the changes in their order, which is that of the feed. */
async function fillLab(
  people: People,
  lab: ExampleLab,
  { oclId, changes, token }: LabContent,
): Promise<void> {
  const { call } = await people(lab.owner).client();
  const accessOf = (access: ExampleFile['access'] = 'PUBLIC') => {
    if (access !== 'HOLDERS') return access;
    if (!token) throw new Error(`${lab.name} has files for holders and no token`);
    const conditions = conditionsForHolders(oclId, network, token, token.minimum);
    return { level: 'HOLDERS' as const, conditions: JSON.stringify(conditions) };
  };
  if (lab.image) await uploadImage(call, oclId, lab.image);
  const dids = new Map<string, string>();
  for (const change of changes) {
    if (change.kind === 'ANNOUNCEMENT') {
      await call(CreateAnnouncementDocument, { oclId, ...change.announcement });
      continue;
    }
    const { path, by, description, tags, categories } = change.file;
    const did = dids.get(path);
    const person = await people(by ?? lab.owner).client();
    const body = await bytesOf(change.content);
    const contentType = contentTypeOf({ name: path, type: '' });
    const access = accessOf(change.content.access);
    const { datasetId } = await person.upload({
      oclId,
      target: did ? { ref: did } : { path },
      // With its name, which tells what a new version is.
      body: new File([body], path, { lastModified: 0 }),
      contentType,
      access,
      ...(description && { description }),
      ...(tags && { tags }),
      ...(categories && { categories }),
    });
    dids.set(path, datasetId);
  }
}

/** The service records the request, refused or not. */
async function requestKey(
  people: People,
  { oclId, by, path, version }: KeyRequest & { oclId: Hex },
): Promise<void> {
  const { call } = await people(by).client();
  await call(DecryptDataKeyDocument, { oclId, filePath: path, version }).catch((error: unknown) => {
    if (!(error instanceof LabroomError) || error.reason !== 'ACCESS_CONDITIONS_NOT_MET') throw error;
  });
}

/** Uploads an SVG, which the worker then publishes. */
async function uploadImage(api: ApiCall, oclId: Hex, image: string): Promise<void> {
  const type = { contentType: 'image/svg+xml' };
  const { generateLabImageUploadUrl } = await api(GenerateLabImageUploadUrlDocument, { oclId, ...type });
  const response = await fetch(generateLabImageUploadUrl.uploadUrl ?? '', {
    method: 'PUT',
    headers: { 'content-type': type.contentType },
    body: image,
  });
  if (!response.ok) throw new Error(`The upload of a lab's image failed with HTTP ${response.status}`);
}
