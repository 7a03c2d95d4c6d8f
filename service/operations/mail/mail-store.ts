import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { type MailAddressRow, mailOf } from '#core/notices/notice-channels.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import {
  mailAddresses,
  mailConfirmations,
  type mailFrequencies,
  noticeMails,
} from '#platform/db/tables/mail.ts';
import { ServiceError } from '#platform/errors/errors.ts';

export type MailFrequency = (typeof mailFrequencies)[number];

/** Confirmations within 24 hours. They keep a wallet from filling the mailboxes of others. */
const mostConfirmations = { wallet: 5, address: 3, visitor: 20, consumer: 500 };
const confirmationTime = sql`interval '24 hours'`;

/** Who asks for a confirmation, and for which mailbox. */
export interface Asker {
  source: { kind: 'visitor' | 'consumer'; name: string };
  /** Keyed hash of the address. */
  addressHash: Uint8Array;
}

export async function deleteMail(db: Database, wallet: string): Promise<void> {
  await db.delete(mailAddresses).where(eq(mailAddresses.wallet, wallet));
}

/**
 * Stores the address of a wallet. A new, unconfirmed or disabled one is confirmed by a mail, which the worker sends.
 * @throws ServiceError `FAILED_PRECONDITION`, reason `TOO_MANY_CONFIRMATIONS`
 */
export function writeMail(
  db: Database,
  { wallet, address, frequency }: { wallet: string; address: string; frequency: MailFrequency },
  asker: Asker,
): Promise<MailAddressRow> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mail confirmations', 0))`);
    const known = await mailOf(tx, wallet);
    if (known?.address === address && known.confirmedAt && !known.disabledAt)
      return writeFrequency(tx, known.id, frequency);
    await countConfirmation(tx, wallet, asker);
    // The same address keeps its id, so that links in mails of before still unsubscribe.
    await tx
      .delete(mailAddresses)
      .where(and(eq(mailAddresses.wallet, wallet), ne(mailAddresses.address, address)));
    const confirmation = {
      frequency,
      confirmationId: randomUUID(),
      confirmBy: sql`now() + ${confirmationTime}`,
      ...unconfirmed,
    };
    const [written] = await tx
      .insert(mailAddresses)
      .values({ id: randomUUID(), wallet, address, ...confirmation })
      .onConflictDoUpdate({ target: mailAddresses.wallet, set: confirmation })
      .returning();
    if (!written) throw new Error('The address was not inserted');
    return written;
  });
}

const unconfirmed = {
  confirmationSentAt: null,
  confirmedAt: null,
  attempts: 0,
  dueAt: sql`now()`,
  failingSince: null,
  disabledAt: null,
};

/** Changes how often mail is sent. What waits is not sent after `OFF`. */
async function writeFrequency(
  tx: Transaction,
  id: string,
  frequency: MailFrequency,
): Promise<MailAddressRow> {
  const [row] = await tx.update(mailAddresses).set({ frequency }).where(eq(mailAddresses.id, id)).returning();
  if (!row) throw new Error('The address was deleted meanwhile');
  if (frequency === 'OFF') await deleteQueued(tx, id);
  return row;
}

/** Confirms an address. Succeeds once per confirmation, before it ends. */
export async function confirmMail(db: Database, confirmationId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(mailAddresses)
    .set({ confirmedAt: sql`now()`, attempts: 0, dueAt: sql`now()`, failingSince: null })
    .where(
      and(
        eq(mailAddresses.confirmationId, confirmationId),
        isNull(mailAddresses.confirmedAt),
        isNull(mailAddresses.disabledAt),
        sql`${mailAddresses.confirmBy} > now()`,
      ),
    );
  return rowCount === 1;
}

/** Ends mail to an address, which its wallet may turn on again. Succeeds where there is none. */
export function unsubscribeMail(db: Database, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.update(mailAddresses).set({ frequency: 'OFF' }).where(eq(mailAddresses.id, id));
    await deleteQueued(tx, id);
  });
}

const deleteQueued = (tx: Transaction, id: string) =>
  tx.delete(noticeMails).where(eq(noticeMails.addressId, id));

/** Deletes addresses that were not confirmed in time, and confirmations that limit nothing any more. */
export async function forgetMail(db: Database): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from mail_addresses where confirmed_at is null and confirm_by <= now()`,
  );
  await db.execute(sql`delete from mail_confirmations where created_at < now() - ${confirmationTime}`);
  return rowCount ?? 0;
}

/** Runs under the lock of confirmations, so that those at the same time count too. */
async function countConfirmation(
  tx: Transaction,
  wallet: string,
  { source, addressHash }: Asker,
): Promise<void> {
  const { rows } = await tx.execute<{ wallet: number; address: number; source: number }>(sql`
    select count(*) filter (where wallet = ${wallet})::int as wallet,
      count(*) filter (where address_hash = ${Buffer.from(addressHash)})::int as address,
      count(*) filter (where source = ${`${source.kind} ${source.name}`})::int as source
    from mail_confirmations where created_at > now() - ${confirmationTime}`);
  const [counts] = rows;
  if (
    !counts ||
    counts.wallet >= mostConfirmations.wallet ||
    counts.address >= mostConfirmations.address ||
    counts.source >= mostConfirmations[source.kind]
  )
    throw new ServiceError('FAILED_PRECONDITION', 'Too many confirmations were sent. Try again tomorrow.', {
      reason: 'TOO_MANY_CONFIRMATIONS',
    });
  await tx
    .insert(mailConfirmations)
    .values({ id: randomUUID(), wallet, addressHash, source: `${source.kind} ${source.name}` });
}
