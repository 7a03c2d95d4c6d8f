import { randomBytes, randomUUID } from 'node:crypto';
import { asc, gt } from 'drizzle-orm';
import { didKeyContext } from '#core/did/did-key.ts';
import { dataKeyContext } from '#core/keys/data-key.ts';
import { webhookSecretContext } from '../../operations/webhooks/webhook-store.ts';
import type { Reader } from '../../platform/db/database.ts';
import { dataKeys } from '../../platform/db/tables/files.ts';
import { didKeys } from '../../platform/db/tables/labs.ts';
import { webhookSecrets } from '../../platform/db/tables/webhooks.ts';
import type { KeyContext } from '../../platform/kms/kms.ts';

const portion = 200;
const randomHex = () => randomBytes(32).toString('hex');
/** Keys opened at the same time. A key service handles concurrent calls faster than sequential ones. */
export const keysAtOnce = 8;

/** A wrap with what is needed to open it. */
export interface WrappedKey {
  id: string;
  wrap: Uint8Array;
  context: KeyContext;
}

/** A kind of keys that the master key wraps. */
export interface WrappedKind {
  /** For people, in the plural. */
  name: 'data keys' | 'DID keys' | 'webhook secrets';
  table: typeof dataKeys | typeof didKeys | typeof webhookSecrets;
  /** An id as others are, at random. */
  randomId(): string;
  /** Returns the next rows after an id, ordered by id. */
  after(db: Reader, id: string, environment: string): Promise<WrappedKey[]>;
}

/** Every kind of keys that the master key wraps. */
export const wrappedKinds: readonly WrappedKind[] = [
  {
    name: 'data keys',
    table: dataKeys,
    randomId: randomHex,
    async after(db, id, environment) {
      const rows = await db
        .select()
        .from(dataKeys)
        .where(gt(dataKeys.wrapHash, id))
        .orderBy(asc(dataKeys.wrapHash))
        .limit(portion);
      return rows.map((row) => ({
        id: row.wrapHash,
        wrap: row.wrappedKey,
        context: dataKeyContext(environment, row),
      }));
    },
  },
  {
    name: 'DID keys',
    table: didKeys,
    randomId: () => `did:odf:fed01${randomHex()}`,
    async after(db, id, environment) {
      const rows = await db
        .select()
        .from(didKeys)
        .where(gt(didKeys.did, id))
        .orderBy(asc(didKeys.did))
        .limit(portion);
      return rows.map((row) => ({
        id: row.did,
        wrap: row.wrappedPrivateKey,
        context: didKeyContext(environment, row.did),
      }));
    },
  },
  {
    name: 'webhook secrets',
    table: webhookSecrets,
    randomId: randomUUID,
    async after(db, id, environment) {
      const rows = await db
        .select()
        .from(webhookSecrets)
        .where(id === '' ? undefined : gt(webhookSecrets.id, id))
        .orderBy(asc(webhookSecrets.id))
        .limit(portion);
      return rows.map((row) => ({
        id: row.id,
        wrap: row.wrapped,
        context: webhookSecretContext(environment, row.id),
      }));
    },
  },
];

/** The keys of a kind after an id, in portions, ordered by id. */
export async function* keysOf(
  db: Reader,
  kind: WrappedKind,
  environment: string,
  start = '',
): AsyncGenerator<WrappedKey[]> {
  let keys = await kind.after(db, start, environment);
  while (keys.length > 0) {
    yield keys;
    keys = await kind.after(db, keys.at(-1)?.id ?? '', environment);
  }
}
