import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, asc, eq, gt, ne } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import { didKeyContext } from '#core/did/did-key.ts';
import { dataKeyContext } from '#core/keys/data-key.ts';
import { webhookSecretContext } from '../operations/webhooks/webhook-store.ts';
import type { Database } from '../platform/db/database.ts';
import { dataKeys } from '../platform/db/tables/files.ts';
import { masterKeys } from '../platform/db/tables/installation.ts';
import { didKeys } from '../platform/db/tables/labs.ts';
import { webhookSecrets } from '../platform/db/tables/webhooks.ts';
import { type KeyContext, type Kms, KmsError } from '../platform/kms/kms.ts';
import type { Command } from './command.ts';
import { canaryOf } from './installation/master-keys.ts';
import { wrappersUnderOtherKeys } from './installation/wrapping-processes.ts';

const portion = 200;
/** Keys rewrapped at once. A key service handles concurrent calls faster than sequential ones. */
const atOnce = 8;

/** A wrap with what is needed to open and replace it. */
interface Wrapped {
  id: string;
  wrap: Uint8Array;
  context: KeyContext;
}

interface Kind {
  name: string;
  /** Returns the next rows after an id, ordered by id. */
  after(db: Database, id: string, environment: string): Promise<Wrapped[]>;
  /** Replaces a wrap, unless it changed since it was read. */
  replace(db: Database, row: Wrapped, wrap: Uint8Array): Promise<unknown>;
}

/**
 * [Note: names of wraps] `data_keys.wrap_hash` is the hash of the wrap that was issued to a client. It identifies the
 * key permanently. Rewrapping does not change it, so an `encryptedDek` that was issued before a rotation can be bound
 * after it.
 */
const kinds: Kind[] = [
  {
    name: 'data keys',
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
    replace: (db, { id, wrap }, wrappedKey) =>
      db
        .update(dataKeys)
        .set({ wrappedKey })
        .where(and(eq(dataKeys.wrapHash, id), eq(dataKeys.wrappedKey, wrap))),
  },
  {
    name: 'DID keys',
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
    replace: (db, { id, wrap }, wrappedPrivateKey) =>
      db
        .update(didKeys)
        .set({ wrappedPrivateKey })
        .where(and(eq(didKeys.did, id), eq(didKeys.wrappedPrivateKey, wrap))),
  },
  {
    name: 'webhook secrets',
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
    replace: (db, { id, wrap }, wrapped) =>
      db
        .update(webhookSecrets)
        .set({ wrapped })
        .where(and(eq(webhookSecrets.id, id), eq(webhookSecrets.wrapped, wrap))),
  },
];

export const rewrapKeys: Command = {
  summary: 'rewraps every key under the current master key without downtime; can be resumed',
  options: {},
  async run({ context, print }) {
    const { db, kms, config } = context;
    let hasFailed = false;
    for (const kind of kinds) {
      const { total, rewrapped, failed } = await rewrapKind(context, kind, print);
      print(`${kind.name}: ${total}, of them ${rewrapped} rewrapped under ${kms.keyName}, ${failed} failed.`);
      hasFailed ||= failed > 0;
    }
    if (hasFailed) {
      print('The old master keys are still needed.');
      return false;
    }
    const others = await wrappersUnderOtherKeys(db, kms.keyName);
    if (others.length > 0) {
      print(
        `Running processes that still wrap under ${[...new Set(others)].join(', ')}: ${others.length}. Restart them with ${kms.keyName} as the first key, then run rewrap-keys again. The old master keys are still needed.`,
      );
      return false;
    }
    // Rewraps what such a process wrapped during the first pass.
    for (const kind of kinds) if ((await rewrapKind(context, kind, print)).failed > 0) return false;
    const canary = await canaryOf({ kms, config });
    const retired = await db.transaction(async (tx) => {
      await tx.insert(masterKeys).values({ name: kms.keyName, canary }).onConflictDoNothing();
      return tx
        .delete(masterKeys)
        .where(ne(masterKeys.name, kms.keyName))
        .returning({ name: masterKeys.name });
    });
    const names = retired.map(({ name }) => name).join(', ');
    print(
      `Every key is wrapped under ${kms.keyName}.${names && ` ${names} is not needed any more: remove it from the configuration.`} Backups made before today still need the master key that was current then.`,
    );
    return true;
  },
};

async function rewrapKind(
  { db, kms, config }: ServiceContext,
  kind: Kind,
  print: (line: string) => void,
): Promise<{ total: number; rewrapped: number; failed: number }> {
  const counts = { total: 0, rewrapped: 0, failed: 0 };
  let rows = await kind.after(db, '', config.environment);
  while (rows.length > 0) {
    counts.total += rows.length;
    await Readable.from(rows).forEach(
      async (row: Wrapped) => {
        try {
          const wrap = await rewrapped(kms, row);
          if (!wrap) return;
          await kind.replace(db, row, wrap);
          counts.rewrapped += 1;
        } catch (error) {
          // An unavailable key service ends the command. A later run continues.
          if (!(error instanceof KmsError) || error.kind === 'UNAVAILABLE') throw error;
          counts.failed += 1;
          print(`${kind.name}: ${row.id} does not open: ${error.message}`);
        }
      },
      { concurrency: atOnce },
    );
    rows = await kind.after(db, rows.at(-1)?.id ?? '', config.environment);
  }
  return counts;
}

/** Returns the same key wrapped with the current master key; null if it already is. @throws KmsError */
async function rewrapped(kms: Kms, { wrap, context }: Wrapped): Promise<Uint8Array | null> {
  const known = await kms.current.unwrapDataKey(wrap, context).catch((error: unknown) => {
    if (error instanceof KmsError && error.kind !== 'UNAVAILABLE') return null;
    throw error;
  });
  if (known) {
    known.fill(0);
    return null;
  }
  const key = await kms.unwrapDataKey(wrap, context);
  const fresh = await kms.current.wrap(key, context);
  const opened = await kms.current.unwrapDataKey(fresh, context);
  const isSame = opened.length === key.length && timingSafeEqual(opened, key);
  key.fill(0);
  opened.fill(0);
  if (!isSame) throw new KmsError('REFUSED', 'The new wrap opens to another key.');
  return fresh;
}
