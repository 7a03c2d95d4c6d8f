import { desc } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import { didKeyContext } from '#core/did/did-key.ts';
import { dataKeyContext } from '#core/keys/data-key.ts';
import type { Reader } from '#platform/db/database.ts';
import { dataKeys } from '#platform/db/tables/files.ts';
import { didKeys } from '#platform/db/tables/labs.ts';
import { type KeyContext, KmsError } from '#platform/kms/kms.ts';

type Process = Pick<ServiceContext, 'config' | 'kms'>;

const canaryValue = Buffer.from('labroom canary of the master key');

export const canaryContext = (environment: string): KeyContext => ({ purpose: 'installation', environment });

/** Wraps the known value with the current master key. */
export function canaryOf({ kms, config }: Process): Promise<Uint8Array> {
  return kms.wrap(canaryValue, canaryContext(config.environment));
}

/**
 * Explains why a wrap made with the master key `name` does not open here; null when it does. Not final if the key
 * service is unavailable.
 */
export async function masterKeyProblem(
  { kms, config }: Process,
  name: string,
  wrap: Uint8Array,
  context: KeyContext,
): Promise<{ isFinal: boolean; text: string } | null> {
  try {
    const opened = await kms.unwrapDataKey(wrap, context);
    opened.fill(0);
    return null;
  } catch (error) {
    if (!(error instanceof KmsError)) throw error;
    if (error.kind === 'UNAVAILABLE')
      return { isFinal: false, text: `the master key ${name} could not be checked: ${error.message}` };
    const variable = config.kms.kind === 'aws' ? 'AWS_KMS_KEY_ID or KMS_MASTER_KEY' : placeOfKey(config.kms);
    return {
      isFinal: true,
      text: `needs the master key ${name}, but this process has ${kms.keyName} (${variable}).`,
    };
  }
}

const placeOfKey = ({ masterKeyFile }: { masterKeyFile: string }) => `KMS_MASTER_KEY, or ${masterKeyFile}`;

/** Whether the database has any wrapped key. Then a start must not create a new master key. */
export async function hasWraps(db: Reader): Promise<boolean> {
  const found = await Promise.all([newestDidKey(db), newestDataKey(db)]);
  return found.some((rows) => rows.length > 0);
}

/**
 * Returns a sentence when the newest keys of the database were wrapped in another environment or with another master
 * key.
 */
export async function wrapsOpen(db: Reader, process: Process): Promise<string | null> {
  const { environment } = process.config;
  const wraps = [
    ...(await newestDidKey(db)).map((row) => ({
      wrap: row.wrappedPrivateKey,
      context: didKeyContext(environment, row.did),
    })),
    ...(await newestDataKey(db)).map((row) => ({
      wrap: row.wrappedKey,
      context: dataKeyContext(environment, row),
    })),
  ];
  for (const { wrap, context } of wraps) {
    const problem = await masterKeyProblem(process, 'they were made under', wrap, context);
    if (problem?.isFinal)
      return `DATABASE_URL: the keys in the database do not open in ${environment} with the master key ${process.kms.keyName}. Start with the LABROOM_ENVIRONMENT and the master key that made them.`;
    if (problem)
      return `DATABASE_URL: the database is bound to its master key at this start, and ${problem.text}`;
  }
  return null;
}

const newestDidKey = (db: Reader) => db.select().from(didKeys).orderBy(desc(didKeys.createdAt)).limit(1);
const newestDataKey = (db: Reader) => db.select().from(dataKeys).orderBy(desc(dataKeys.issuedAt)).limit(1);
