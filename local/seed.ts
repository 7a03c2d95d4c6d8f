import type { Hex, LocalAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type LocalAccountName, localAccount } from '#contracts/local-accounts.ts';
import { networks } from '#contracts/networks.ts';
import type { LabroomClient } from '#packages/client/client.ts';
import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  GenerateLabImageUploadUrlDocument,
  LabsDocument,
  UpdateLabNftMetadataDocument,
} from '#packages/client/documents.generated.ts';
import type { ApiCall } from '#packages/client/execute.ts';
import { type LabChain, type MintedLab, openLabChain } from '#packages/client/lab-chain.ts';
import { contentTypeOf } from '#packages/client/upload/content-type.ts';
import { conditionsForHolders } from '#packages/protocol/conditions.ts';
import type { LocalChain } from './chain/start-local-chain.ts';
import { throughTheMonth } from './seed/chain-history.ts';
import { clientOf } from './seed/client-of.ts';
import { bytesOf, type ExampleFile, type ExampleLab } from './seed/example-lab.ts';
import { exampleLabs } from './seed/example-labs.ts';
import { type LabToken, makeToken, transferTokens } from './seed/make-token.ts';
import type { LocalJson } from './start/local-json.ts';

const DAY = 86_400;
const network = networks[31337];
/** Files of a lab that are sent at the same time. */
const parallelUploads = 4;

/**
 * Creates the missing example labs through chain and API, like their owners.
 *
 * [Note: dates] Blocks have the times of the last month, because the clock of a new local chain begins there and is moved
 * on between the transactions. Files and announcements are as old as the installation: the feed goes by the clock of
 * PostgreSQL, which is the machine's, so earlier dates could only be written into its tables behind the service's back.
 * @returns the number of created labs
 */
export async function seedLabs(local: LocalJson, clock: Pick<LocalChain, 'advanceTo'>): Promise<number> {
  const { labs } = await clientOf(local).call(LabsDocument, { perPage: 100 });
  const present = new Set(labs.nodes.map((lab) => lab.name));
  const missing = exampleLabs.filter((lab) => !present.has(lab.name));
  const people = openPeople(local);
  const opened = missing.map((lab) => openLab(people, lab));
  // Labs in order, because the first one is #1.
  await throughTheMonth(clock, [
    ...opened.flatMap(({ beginnings }) => beginnings),
    ...opened.flatMap(({ tokens }) => tokens),
  ]);
  await Promise.all(opened.map(({ fill }) => fill()));
  return missing.length;
}

interface Person {
  account: LocalAccount;
  chain: LabChain;
  /** Signs in when it is first called. */
  client(): Promise<LabroomClient>;
}

type People = (name: LocalAccountName) => Person;

/** One chain and one session per account, so that no two transactions take the same nonce. */
function openPeople(local: LocalJson): People {
  const known = new Map<LocalAccountName, Person>();
  return (name) => {
    const account = privateKeyToAccount(localAccount(name).privateKey);
    let session: Promise<LabroomClient> | undefined;
    const person = known.get(name) ?? {
      account,
      chain: openLabChain({ rpcUrl: local.rpcUrl, network, account }),
      client() {
        session ??= clientOf(local).signIn(account, { serviceName: 'labroom-examples' });
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
  let minted: MintedLab | undefined;
  let token: LabToken | undefined;
  const identity = () => {
    if (!minted) throw new Error(`${lab.name} is not minted yet`);
    return minted;
  };
  const mint = async () => {
    minted = await chain.mintLab();
    await (await client()).call(CreateLabDocument, { oclId: minted.oclId });
  };
  const grants = lab.grants.map(({ to, days, ...grant }) => () => {
    const expiry = days === undefined ? 0 : Math.floor(Date.now() / 1000) + days * DAY;
    const { oclId } = identity();
    return chain.grantRole({ oclId, to: localAccount(to).address, expiry: BigInt(expiry), ...grant });
  });
  const makeTokens = async () => {
    if (lab.token) token = await makeToken(chain, (await client()).call, identity(), lab.token);
  };
  const transfers = (lab.token?.transfers ?? []).map((transfer) => async () => {
    const sender = transfer.from ? people(transfer.from).chain : chain;
    if (token) await transferTokens(sender, token, identity(), transfer);
  });
  return {
    beginnings: [mint, ...grants],
    tokens: lab.token ? [makeTokens, ...transfers] : [],
    fill: () => fillLab(people, lab, identity().oclId, token),
  };
}

async function fillLab(people: People, lab: ExampleLab, oclId: Hex, token?: LabToken): Promise<void> {
  const { call } = await people(lab.owner).client();
  const accessOf = (access: ExampleFile['access'] = 'PUBLIC') => {
    if (access !== 'HOLDERS') return access;
    if (!token) throw new Error(`${lab.name} has files for holders and no token`);
    const conditions = conditionsForHolders(oclId, network, token, token.minimum);
    return { level: 'HOLDERS' as const, conditions: JSON.stringify(conditions) };
  };

  const newerVersions: (() => Promise<unknown>)[] = [];
  await inParallel(lab.files, async ({ path, content, access, earlier = [], by, ...metadata }) => {
    const person = await people(by ?? lab.owner).client();
    const send = async (version: Pick<ExampleFile, 'content' | 'access'>, did?: string) =>
      person.upload({
        oclId,
        target: did ? { ref: did } : { path },
        body: await bytesOf(version),
        contentType: contentTypeOf({ name: path, type: '' }),
        access: accessOf(version.access),
        ...metadata,
      });
    const [first, ...newer] = [...earlier, { content, access }];
    if (!first) return;
    const { datasetId } = await send(first);
    if (newer.length > 0)
      newerVersions.push(async () => {
        for (const version of newer) await send(version, datasetId);
      });
  });
  await inParallel(newerVersions, (send) => send());
  if (lab.image) await uploadImage(call, oclId, lab.image);
  for (const announcement of lab.announcements)
    await call(CreateAnnouncementDocument, { oclId, ...announcement });
  // Last, because the name marks a lab as complete. An interrupted lab is created again.
  const { name, description } = lab;
  await call(UpdateLabNftMetadataDocument, { oclId, input: { name, description } });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const workers = Array.from({ length: parallelUploads }, async () => {
    for (const item of waiting) await work(item);
  });
  await Promise.all(workers);
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
