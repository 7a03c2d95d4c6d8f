import { randomUUID } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { parseNewConditions } from '#chain/conditions/parse-conditions.ts';
import type { MutationAddFilesArgs, NewFileInput } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { createDidKey } from '#core/did/did-key.ts';
import { pathOccupied, requireCaller } from '#core/files/file-errors.ts';
import { newFilePath } from '#core/files/path.ts';
import { addSkeletons } from '#core/files/path-conflicts.ts';
import { requireEffectiveConditions } from '#core/keys/require-effective-conditions.ts';
import { lockLabAndRead, refusalForRoom, selectReserved, sumOf } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { objectDeletions } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import {
  accessLevel,
  authorAddress,
  changeNote,
  contentText,
  description,
  mimeType,
  oclId,
  parseInput,
  tags,
} from '#platform/input/input.ts';
import { type AddedFile, addFileRows, earlierOf, type NewFile, selectEarlier } from './add-file-rows.ts';
import { checkEncryption } from './encryption-metadata.ts';

/** Bytes of one file and of all, as they are stored. */
const mostBytes = { file: 65_536, call: 1_048_576 };

/** Names of folders and files in all paths: each is compared with what the lab has. */
const mostNames = 2_000;

/** Objects that are written at the same time. */
const writtenAtOnce = 16;

const argsSchema = z.object({
  oclId,
  accessLevel,
  accessControlConditions: z.string().nullish(),
  changeBy: authorAddress,
  files: z.array(z.unknown()).min(1).max(100),
});

const fileSchema = z.object({
  path: newFilePath,
  contentType: mimeType,
  content: z
    .base64({ error: 'must be Base64' })
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(({ length }) => length <= mostBytes.file, {
      error: `has more than ${mostBytes.file} bytes; take the three steps of an upload`,
    }),
  description: description.nullish(),
  tags: tags.nullish(),
  categories: tags.nullish(),
  contentText: contentText.nullish(),
  changeNote: changeNote.nullish(),
});

type CallInput = z.output<typeof argsSchema>;
/** A file that may be added, as far as its arguments say. */
type ParsedFile = Omit<NewFile, 'object' | 'key'> & { content: Buffer };

/**
 * Small files with their bytes. What the arguments forbid is refused first; then room is reserved, the bytes are written under keys that no URL
 * was signed for, and one transaction, which holds the lock of the lab, adds the files that nothing forbids. The bytes are queued for deletion
 * from before they are written until that transaction, so nothing is left behind, whatever ends this process.
 */
export async function addFiles(context: RequestContext, args: MutationAddFilesArgs) {
  const call = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'addFiles', call.oclId);
  requireCaller(call.changeBy, wallet);
  const conditions = conditionsOf(context, call);
  const outcomes = new Map<number, AddedFile>();
  const parsed = parseFiles(context, call, args.files, outcomes);
  if (parsed.length > 0 && conditions !== null)
    await requireEffectiveConditions(context, lab.oclId, conditions);
  await addSkeletons(context.db, lab.oclId);
  const fresh = await withoutEarlier(context, { oclId: lab.oclId, wallet }, parsed, outcomes);
  const reserved = await reserve(context, lab.oclId, fresh, outcomes);
  if (reserved.length > 0) {
    const added = await storeAndAdd(context, { oclId: lab.oclId, wallet }, reserved);
    for (const [at, outcome] of added) outcomes.set(at, outcome);
  }
  const files = args.files.flatMap(({ path }, index) => {
    const outcome = outcomes.get(index);
    return outcome ? { ...outcome, path } : [];
  });
  return { files, message: messageFor(files) };
}

/** Who can open the files; `null` for everyone. */
function conditionsOf(
  { config }: RequestContext,
  { accessLevel, accessControlConditions: conditions }: CallInput,
): string | null {
  if (accessLevel === 'PUBLIC') {
    if (conditions == null) return null;
    const message = 'PUBLIC files have no accessControlConditions. Omit them, or use HOLDERS or ADMIN.';
    const details = { argument: 'accessLevel' };
    throw new ServiceError('VALIDATION_FAILED', message, { reason: 'INVALID_ACCESS_LEVEL', details });
  }
  parseNewConditions(conditions ?? '', { chain: config.chain.name });
  return conditions ?? '';
}

function parseFiles(
  context: RequestContext,
  call: CallInput,
  files: readonly NewFileInput[],
  outcomes: Map<number, AddedFile>,
): ParsedFile[] {
  const taken = new Set<string>();
  const parsed = files.flatMap((file, index) => {
    try {
      const one = parseFile(context, call, file);
      if (taken.has(one.path)) throw pathOccupied();
      taken.add(one.path);
      return { index, ...one };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      outcomes.set(index, { path: file.path, error });
      return [];
    }
  });
  const bytes = parsed.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > mostBytes.call) throw tooMuch(`${mostBytes.call} bytes together`);
  const names = parsed.reduce((sum, { path }) => sum + path.split('/').length, 0);
  if (names > mostNames) throw tooMuch(`${mostNames} names in their paths together`);
  return parsed;
}

function tooMuch(what: string): ServiceError {
  const details = { argument: 'files' };
  return new ServiceError('VALIDATION_FAILED', `files have more than ${what}. Send fewer in a call.`, {
    details,
  });
}

function parseFile(
  { config }: RequestContext,
  { accessLevel, accessControlConditions, changeBy }: CallInput,
  { encryption, ...file }: NewFileInput,
): Omit<ParsedFile, 'index'> {
  const metadata = encryption && {
    ...encryption,
    accessControlConditions: accessControlConditions ?? '',
    encryptedBy: changeBy,
  };
  const checked = checkEncryption({ accessLevel, metadata, config });
  return { ...parseInput(fileSchema, file), accessLevel, encryption: checked };
}

interface Place {
  oclId: string;
  wallet: string;
}

/** Answers what is there already, before anything is written. The transaction decides again. */
async function withoutEarlier(
  { db }: RequestContext,
  { oclId, wallet }: Place,
  files: ParsedFile[],
  outcomes: Map<number, AddedFile>,
): Promise<ParsedFile[]> {
  if (files.length === 0) return [];
  const paths = files.map(({ path }) => path);
  const earlier = earlierOf(await selectEarlier(db, oclId, paths));
  return files.filter((file) => {
    const outcome = earlier.outcomeFor(file, wallet, file.content);
    if (outcome) outcomes.set(file.index, outcome);
    return !outcome;
  });
}

/** Reserves the bytes of those files for which the lab has room, for an hour, by queueing their objects for deletion. */
function reserve(
  { db }: RequestContext,
  oclId: string,
  files: ParsedFile[],
  outcomes: Map<number, AddedFile>,
): Promise<(ParsedFile & { objectKey: string })[]> {
  if (files.length === 0) return Promise.resolve([]);
  return labTransaction(db, oclId, async (tx) => {
    const [lab, reserved] = await lockLabAndRead(tx, oclId, selectReserved(tx, oclId));
    let used = lab.storedBytes + sumOf(reserved);
    const fitting = files.flatMap((file) => {
      const error = refusalForRoom(lab, used, file.content.length);
      if (error) outcomes.set(file.index, { path: file.path, error });
      else used += file.content.length;
      return error ? [] : { ...file, objectKey: `files/${randomUUID()}` };
    });
    if (fitting.length > 0)
      sendLast(
        tx,
        tx.insert(objectDeletions).values(
          fitting.map(({ objectKey, content }) => ({
            ...{ objectKey, oclId, contentLength: content.length },
            dueAt: sql`now() + interval '1 hour'`,
          })),
        ),
      );
    return fitting;
  });
}

async function storeAndAdd(
  context: RequestContext,
  place: Place,
  files: (ParsedFile & { objectKey: string })[],
): Promise<Map<number, AddedFile>> {
  try {
    const stored: NewFile[] = [];
    const waiting = files.values();
    const write = async () => {
      for (const { objectKey: key, content, ...file } of waiting) {
        const { contentType } = file;
        const { sha256, contentLength } = await context.storage.put({ key, contentType, body: content });
        const object = { key, sha256, contentLength };
        stored.push({ ...file, object, key: await createDidKey(context, 'file') });
      }
    };
    await everyOne(Array.from({ length: writtenAtOnce }, write));
    stored.sort((a, b) => a.index - b.index);
    return await addFileRows(context.db, place, stored);
  } catch (error) {
    const keys = files.map(({ objectKey }) => objectKey);
    await context.db
      .update(objectDeletions)
      .set({ dueAt: sql`clock_timestamp()` })
      .where(inArray(objectDeletions.objectKey, keys));
    throw error;
  }
}

/** Waits for all, also after a failure: what is written later would be left behind. */
async function everyOne(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

function messageFor(files: readonly AddedFile[]): string {
  const refused = files.filter(({ error }) => error).length;
  const added = files.length - refused;
  const sentence = added === 1 ? '1 file added.' : `${added} files added.`;
  return refused === 0 ? sentence : `${sentence} ${refused} refused.`;
}
