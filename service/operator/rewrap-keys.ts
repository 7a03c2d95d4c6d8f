import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, eq, ne } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import { wrappersUnderOtherKeys } from '#readiness/running-processes.ts';
import type { Database } from '../platform/db/database.ts';
import { dataKeys } from '../platform/db/tables/files.ts';
import { masterKeys } from '../platform/db/tables/installation.ts';
import { didKeys } from '../platform/db/tables/labs.ts';
import { webhookSecrets } from '../platform/db/tables/webhooks.ts';
import { type Kms, KmsError } from '../platform/kms/kms.ts';
import type { Command } from './core/command.ts';
import { keysAtOnce, keysOf, type WrappedKey, type WrappedKind, wrappedKinds } from './core/wrapped-keys.ts';
import { canaryOf } from './installation/master-keys.ts';

/** Replaces a wrap, unless it changed since it was read. */
type Replace = (db: Database, row: WrappedKey, wrap: Uint8Array) => Promise<unknown>;

/**
 * [Note: names of wraps] `data_keys.wrap_hash` is the hash of the wrap that was issued to a client. It identifies the
 * key permanently. Rewrapping does not change it, so an `encryptedDek` that was issued before a rotation can be bound
 * after it.
 */
const replaceOf: Readonly<Record<WrappedKind['name'], Replace>> = {
  'data keys': (db, { id, wrap }, wrappedKey) =>
    db
      .update(dataKeys)
      .set({ wrappedKey })
      .where(and(eq(dataKeys.wrapHash, id), eq(dataKeys.wrappedKey, wrap))),
  'DID keys': (db, { id, wrap }, wrappedPrivateKey) =>
    db
      .update(didKeys)
      .set({ wrappedPrivateKey })
      .where(and(eq(didKeys.did, id), eq(didKeys.wrappedPrivateKey, wrap))),
  'webhook secrets': (db, { id, wrap }, wrapped) =>
    db
      .update(webhookSecrets)
      .set({ wrapped })
      .where(and(eq(webhookSecrets.id, id), eq(webhookSecrets.wrapped, wrap))),
};

export const rewrapKeys: Command = {
  summary: 'rewraps every key under the current master key without downtime; can be resumed',
  options: {},
  async run({ context, print }) {
    const { db, kms, config } = context;
    let hasFailed = false;
    for (const kind of wrappedKinds) {
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
    for (const kind of wrappedKinds) if ((await rewrapKind(context, kind, print)).failed > 0) return false;
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
  kind: WrappedKind,
  print: (line: string) => void,
): Promise<{ total: number; rewrapped: number; failed: number }> {
  const counts = { total: 0, rewrapped: 0, failed: 0 };
  for await (const rows of keysOf(db, kind, config.environment)) {
    counts.total += rows.length;
    await Readable.from(rows).forEach(
      async (row: WrappedKey) => {
        try {
          const wrap = await rewrapped(kms, row);
          if (!wrap) return;
          await replaceOf[kind.name](db, row, wrap);
          counts.rewrapped += 1;
        } catch (error) {
          // An unavailable key service ends the command. A later run continues.
          if (!(error instanceof KmsError) || error.kind === 'UNAVAILABLE') throw error;
          counts.failed += 1;
          print(`${kind.name}: ${row.id} does not open: ${error.message}`);
        }
      },
      { concurrency: keysAtOnce },
    );
  }
  return counts;
}

/** Returns the same key wrapped with the current master key; null if it already is. @throws KmsError */
async function rewrapped(kms: Kms, { wrap, context }: WrappedKey): Promise<Uint8Array | null> {
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
