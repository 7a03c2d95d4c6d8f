import { parseContentHash, storedHash } from '@labroom/protocol/content-hash';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { LabMemberRole, OnChainActivity, SearchIdentifier } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import type { FileWithVersion } from '#core/context/request-loaders.ts';
import { asActivity, eventsOfTransaction } from '#core/feed/on-chain-activity-store.ts';
import { findLabs } from '#core/labs/lab-rows.ts';
import { rolesOfWallet } from '#core/members/members-of-wallet.ts';
import type { Reader } from '#platform/db/database.ts';
import { labTokens, onchainEvents } from '#platform/db/tables/chain.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { filesByContentHash, type MatchedVersion } from './files-by-content-hash.ts';

const MAX_HITS = 20;
/** Maximum number of events of a transaction that are read. */
const MAX_EVENTS = 100;

export interface ExactHit {
  identifier: SearchIdentifier;
  oclId: string | null;
  role?: LabMemberRole;
  file?: FileWithVersion;
  version?: MatchedVersion;
  events: OnChainActivity[];
}

/** What a prompt names, if it is an identifier. Only registered labs. */
export async function exactHits(context: RequestContext, prompt: string): Promise<ExactHit[]> {
  const text = prompt.trim().toLowerCase();
  const hits = await (readerOf(text)?.(context, text) ?? []);
  const isHidden = await hiddenAmong(
    context.db,
    hits.flatMap(({ oclId }) => oclId ?? []),
  );
  return hits.filter(({ oclId }) => !oclId || !isHidden.has(oclId)).slice(0, MAX_HITS);
}

type Read = (context: RequestContext, text: string) => Promise<ExactHit[]>;

function readerOf(text: string): Read | null {
  if (/^0x[0-9a-f]{40}$/.test(text)) return byAddress;
  if (/^0x[0-9a-f]{64}$/.test(text)) return byLongHex;
  if (/^did:\S{1,200}$/.test(text)) return byDid;
  if (/^(sha256:)?[0-9a-f]{64}$/.test(text)) return byContentHash;
  return /^\S{1,33}$/.test(text) ? bySymbol : null;
}

async function byAddress(context: RequestContext, address: string): Promise<ExactHit[]> {
  const { db, chain } = context;
  const isToken = and(
    eq(labTokens.chainId, chain.chainId),
    or(eq(labTokens.address, address as `0x${string}`), eq(labTokens.underlying, address)),
  );
  const [accounts, tokens, roles] = await Promise.all([
    labsWhere(db, eq(labs.account, address)),
    db
      .selectDistinct({ oclId: labs.oclId })
      .from(labTokens)
      .innerJoin(labs, eq(labs.oclId, labTokens.oclId))
      .where(isToken)
      .orderBy(labs.oclId)
      .limit(MAX_HITS),
    rolesOfWallet(context, address),
  ]);
  const registered = await registeredAmong(
    db,
    roles.slice(0, MAX_HITS).map(({ oclId }) => oclId),
  );
  return [
    ...accounts.map(({ oclId }) => hit('LAB_ACCOUNT', oclId)),
    ...tokens.map(({ oclId }) => hit('TOKEN_CONTRACT', oclId)),
    ...roles
      .filter(({ oclId }) => registered.has(oclId))
      .map(({ oclId, role }) => ({ ...hit('MEMBER', oclId), role })),
  ];
}

/** An oclId and the hash of a transaction look the same. */
async function byLongHex(context: RequestContext, hex: string): Promise<ExactHit[]> {
  const { db, chain } = context;
  const [found, rows] = await Promise.all([
    labsWhere(db, eq(labs.oclId, hex)),
    eventsOfTransaction(db, { txHash: hex, chainId: chain.chainId, limit: MAX_EVENTS }),
  ]);
  const registered = await registeredAmong(
    db,
    rows.flatMap(({ oclId }) => oclId ?? []),
  );
  const byLab = Map.groupBy(rows, ({ oclId }) => (oclId && registered.has(oclId) ? oclId : null));
  return [
    ...found.map(({ oclId }) => hit('OCL_ID', oclId)),
    ...[...byLab].map(([oclId, events]) => ({
      ...hit('TRANSACTION', oclId),
      events: events.map(asActivity),
    })),
  ];
}

async function byDid({ db, loaders }: RequestContext, did: string): Promise<ExactHit[]> {
  const file = await loaders.files.load(did);
  if (file) return file.isHidden ? [] : [{ ...hit('FILE_DID', file.oclId), file }];
  const found = await labsWhere(db, or(eq(labs.accountDid, did), eq(labs.dataRoomDid, did)));
  return found.map(({ oclId }) => hit('LAB_DID', oclId));
}

async function byContentHash(context: RequestContext, text: string): Promise<ExactHit[]> {
  const { hex } = parseContentHash(text) ?? { hex: text };
  const versions = await filesByContentHash(context, { contentHash: storedHash(hex) });
  return versions.map((version) => ({ ...hit('CONTENT_HASH', version.oclId), version }));
}

async function bySymbol({ db, chain }: RequestContext, text: string): Promise<ExactHit[]> {
  const found = await db
    .selectDistinct({ oclId: labs.oclId })
    .from(onchainEvents)
    .innerJoin(labs, eq(labs.oclId, onchainEvents.oclId))
    .where(
      and(
        eq(onchainEvents.chainId, chain.chainId),
        sql`${onchainEvents.eventName} = 'TokensCreated'`,
        sql`lower(${onchainEvents.args}->>'symbol') in (${text}, ${text.replace(/^\$/, '')})`,
      ),
    )
    .orderBy(labs.oclId)
    .limit(MAX_HITS);
  return found.map(({ oclId }) => hit('TOKEN_SYMBOL', oclId));
}

const hit = (identifier: SearchIdentifier, oclId: string | null): ExactHit => ({
  identifier,
  oclId,
  events: [],
});

function labsWhere(db: Reader, where: SQL | undefined): Promise<{ oclId: string }[]> {
  return db.select({ oclId: labs.oclId }).from(labs).where(where).orderBy(labs.oclId).limit(MAX_HITS);
}

/** The labs among these that the operator hid. */
async function hiddenAmong(db: Reader, oclIds: string[]): Promise<Set<string>> {
  if (oclIds.length === 0) return new Set();
  const rows = await db
    .select({ oclId: labs.oclId })
    .from(labs)
    .where(and(inArray(labs.oclId, oclIds), labs.isHidden));
  return new Set(rows.map(({ oclId }) => oclId));
}

async function registeredAmong(db: Reader, oclIds: string[]): Promise<Set<string>> {
  if (oclIds.length === 0) return new Set();
  return new Set((await findLabs(db, oclIds)).map(({ oclId }) => oclId));
}
