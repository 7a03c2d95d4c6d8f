import { eq } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import type { Reader } from '#platform/db/database.ts';
import { agreements } from '#platform/db/tables/agreements.ts';
import { publicPrefix } from '#platform/storage/object-key.ts';
import type { AgreementData } from './agreement-data.ts';
import type { AgreementDocument } from './agreement-document.ts';

type AgreementRow = typeof agreements.$inferSelect;

/** Stores the document at a public key, readable without a signature. */
export function agreementObjectKey(key: string): string {
  return `${publicPrefix}${key}`;
}

/** Stores the document, and then records it: what is recorded can be read. Of the same document there is one, ever. */
export async function storeAgreement(
  { db, storage }: ServiceContext,
  data: AgreementData,
  { key, bytes, contentHash }: AgreementDocument,
): Promise<AgreementRow> {
  const objectKey = agreementObjectKey(key);
  if (!(await storage.head(objectKey))) {
    await storage.put({ key: objectKey, contentType: 'application/json', body: bytes });
  }
  const known = await findAgreement(db, key);
  if (known) return known;
  await db
    .insert(agreements)
    .values({ key, contentHash, ...data })
    .onConflictDoNothing();
  const stored = await findAgreement(db, key);
  if (!stored) throw new Error(`Agreement ${key} was not recorded`);
  return stored;
}

const keyPattern = /^0x[0-9a-f]{64}\/agreements\/[0-9a-f-]{36}\.json$/;

/** Finds an agreement by an untrusted key. Returns `null` for a malformed key, which PostgreSQL might not accept. */
export async function findAgreement(db: Reader, key: string): Promise<AgreementRow | undefined> {
  if (!keyPattern.test(key)) return undefined;
  const [row] = await db.select().from(agreements).where(eq(agreements.key, key));
  return row;
}
