import type { CallAnswer } from '@labroom/payments';
import type { ChannelConfig, ChannelStore } from '@labroom/payments/channels';
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Hex } from 'viem';
import type { ServiceContext } from '#core/context/context.ts';
import { demandsIntent } from '#core/payments/requires-intent.ts';
import type { Database } from '../../platform/db/database.ts';
import { isLeased } from '../../platform/db/lease.ts';
import { paidAnswers, paidCalls } from '../../platform/db/tables/paid-calls.ts';
import { paymentChannels } from '../../platform/db/tables/payment-channels.ts';
import { serviceTokens } from '../../platform/db/tables/tokens.ts';
import { openAnswer, sealAnswer } from '../paid-answer-seal.ts';
import { leaseOfRow } from '../paid-call-lease.ts';
import { tokenRow } from '../scoped-token.ts';

type ChannelRow = typeof paymentChannels.$inferSelect;
type ChannelState = Parameters<ChannelStore['keep']>[1];
type VoucherClaim = Parameters<ChannelStore['claimVoucher']>[0];
type Charge = Omit<Parameters<ChannelStore['charge']>[0], 'secret'> & {
  /** The encrypted answer, where the payer can ask for it again. */
  sealed: Uint8Array | null;
};

/** The payment channels, in the database. */
export function openChannelStore({ db, config }: Pick<ServiceContext, 'db' | 'config'>): ChannelStore {
  return {
    find: (id) => findChannel(db, id),
    keep: (channel, state) => keepChannel(db, channel, state),
    claimVoucher(claim) {
      const { name: mutation, subject: oclId } = claim.call;
      const demanded = demandsIntent(config, { mutation, oclId, wallet: claim.payer });
      return claimVoucher(db, claim, { demandsIntent: demanded, token: tokenRow(config) });
    },
    isBusy: (id) => isChannelBusy(db, id),
    async findAnswer(voucher, secret) {
      const kept = await findKeptAnswer(db, voucher);
      return kept && openAnswer(secret, kept.id, kept.ciphertext);
    },
    charge({ secret, ...charge }, answer) {
      const sealed = secret && sealAnswer(secret, charge.id, answer);
      return chargeCall(db, { ...charge, sealed }, answer);
    },
    takeDue: (limit) => takeDueChannels(db, limit),
    settleCalls: (claimed) => settleChannelCalls(db, claimed),
  };
}

const isFresh = sql<boolean>`read_at > now() - interval '1 minute'`;

async function findChannel(db: Database, id: Hex): Promise<(ChannelRow & { isFresh: boolean }) | null> {
  const [row] = await db
    .select({ channel: paymentChannels, isFresh })
    .from(paymentChannels)
    .where(sql`${paymentChannels.id} = ${id}`);
  return row ? { ...row.channel, isFresh: row.isFresh } : null;
}

/**
 * Keeps what the chain says about a channel. A database that lost charges (restored from a backup) goes on from what was
 * claimed: the payer is not charged again for it.
 */
async function keepChannel(
  db: Database,
  { id, config }: { id: Hex; config: ChannelConfig },
  { balance, claimed, withdrawalAt }: ChannelState,
): Promise<ChannelRow> {
  const read = {
    balance: `${balance}`,
    withdrawalAt,
    readAt: sql`now()`,
  };
  const lost = sql`greatest(${`${claimed}`}::numeric - ${paymentChannels.charged}, 0)`;
  const [row] = await db
    .insert(paymentChannels)
    .values({
      id,
      payer: config.payer.toLowerCase(),
      config,
      opening: `${claimed}`,
      charged: `${claimed}`,
      claimed: `${claimed}`,
      ...read,
    })
    .onConflictDoUpdate({
      target: paymentChannels.id,
      set: {
        ...read,
        opening: sql`${paymentChannels.opening} + ${lost}`,
        charged: sql`${paymentChannels.charged} + ${lost}`,
      },
    })
    .returning();
  if (!row) throw new Error('The channel could not be kept');
  return row;
}

/** Nothing of a channel expires. */
const NEVER = '9999-12-31T00:00:00Z';

/**
 * Claims the next amount of a channel for one call, before it runs, and records the token that it buys. The row of the
 * channel is locked, so of two vouchers for one amount one is taken, also by two processes; the other does not wait.
 * @returns whether it was claimed: the amount follows what was charged, the channel holds it and was read within the last minute, no
 *   withdrawal is announced, no other call of the channel runs, and intent is proved if it is demanded
 */
async function claimVoucher(
  db: Database,
  claim: VoucherClaim,
  { demandsIntent, token }: { demandsIntent: SQL; token: ReturnType<typeof tokenRow> },
): Promise<boolean> {
  const { id, quote, cumulative, call } = claim;
  const { rowCount } = await db.execute(sql`
    with channel as (
      select id, charged, balance, withdrawal_at, read_at from ${paymentChannels} where id = ${claim.channelId} for update skip locked
    ), claimed as (
      insert into ${paidCalls} (id, request_id, mutation, ocl_id, request_hash, network, asset, method, payer, nonce, attempt,
        quote, proves_intent, valid_before, state, runner, channel_id, cumulative)
      select ${id}::uuid, ${claim.requestId}, ${call.name}, ${call.subject}, ${call.requestHash}, ${claim.network},
        ${claim.asset}, 'channel', ${claim.payer}, ${id}, 1, ${JSON.stringify(quote)}::jsonb, ${claim.provesIntent},
        ${NEVER}::timestamptz, 'serving', ${claim.runner}, id, ${`${cumulative}`}::numeric
      from channel
      where charged + ${quote.amount}::numeric = ${`${cumulative}`}::numeric and balance >= ${`${cumulative}`}::numeric
        and withdrawal_at is null and ${isFresh} and (${claim.provesIntent} or not ${demandsIntent})
      on conflict do nothing
      returning id
    )
    insert into ${serviceTokens} (id, wallet, service_name, auth_method, created_at, expires_at)
    select id, ${claim.payer}, ${token.serviceName}, 'x402', now(), ${token.expiresAt.toISOString()}::timestamptz
    from claimed`);
  return rowCount === 1;
}

/** Whether a call of the channel runs now. */
async function isChannelBusy(db: Database, id: Hex): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from ${paidCalls} where channel_id = ${id} and state = 'serving'`,
  );
  return rows.length > 0;
}

/** The answer that was kept for the call that a voucher bought, if the request is the same. */
async function findKeptAnswer(
  db: Database,
  { channelId, cumulative, requestHash }: { channelId: Hex; cumulative: bigint; requestHash: string },
): Promise<{ id: string; ciphertext: Uint8Array } | null> {
  const [kept] = await db
    .select({ id: paidAnswers.id, ciphertext: paidAnswers.ciphertext })
    .from(paidCalls)
    .innerJoin(paidAnswers, eq(paidAnswers.id, paidCalls.id))
    .where(
      and(
        eq(paidCalls.channelId, channelId),
        eq(paidCalls.cumulative, `${cumulative}`),
        inArray(paidCalls.state, ['served', 'settled']),
        eq(paidCalls.requestHash, requestHash),
        gt(paidAnswers.expiresAt, sql`now()`),
      ),
    );
  return kept ?? null;
}

/**
 * Charges a call that ran, and keeps its voucher and its answer: all or nothing.
 * @returns false if another process ended the call, or can end it at any time
 */
async function chargeCall(
  db: Database,
  { id, signature, claimAfterMs, sealed }: Charge,
  { status, inBandError }: Pick<CallAnswer, 'status' | 'inBandError'>,
): Promise<boolean> {
  const charge = () =>
    db.execute<{ isCharged: boolean }>(sql`
      with served as (
        update ${paidCalls} set state = 'served', served_at = now(), upstream_status = ${status}, error_code = ${inBandError ?? null}
        where ${paidCalls.id} = ${id} and state = 'serving' and ${isLeased(leaseOfRow)}
        returning id, channel_id, cumulative
      ), kept as (
        insert into ${paidAnswers} (id, ciphertext, expires_at)
        select id, ${sealed}::bytea, now() + interval '10 minutes' from served where ${sealed !== null}
      ), charged as (
        update ${paymentChannels} as channel set charged = served.cumulative, signature = ${signature},
          claim_at = coalesce(claim_at, now() + make_interval(secs => ${claimAfterMs / 1_000}))
        from served where channel.id = served.channel_id
        returning channel.id
      )
      select exists (select from charged)
        or exists (select from ${paidCalls} where id = ${id} and state in ('served', 'settled')) as "isCharged"`);
  // Repeated once on a new connection; a call that is charged stays so.
  const { rows } = await charge().catch(charge);
  return rows[0]?.isCharged ?? false;
}

/** Takes channels whose claims are due, and reserves them for two minutes. */
async function takeDueChannels(db: Database, limit: number): Promise<ChannelRow[]> {
  const due = sql`array(select id from ${paymentChannels} where claim_at <= now()
    order by claim_at limit ${limit} for update skip locked)`;
  return db
    .update(paymentChannels)
    .set({ claimAt: sql`now() + interval '2 minutes'` })
    .where(sql`${paymentChannels.id} = any(${due})`)
    .returning();
}

/** Records a claim. Calls that an earlier one settled stay as they are. */
async function settleChannelCalls(
  db: Database,
  { channelId, total, transaction }: Parameters<ChannelStore['settleCalls']>[0],
): Promise<number> {
  const { rows } = await db.execute<{ settled: number }>(sql`
    with settled as (
      update ${paidCalls} set state = 'settled', transaction = ${transaction.toLowerCase()}, ended_at = now()
      where channel_id = ${channelId} and state = 'served' and cumulative <= ${`${total}`}::numeric
      returning id
    ), channel as (
      update ${paymentChannels} set claimed = greatest(claimed, ${`${total}`}::numeric),
        claim_at = case when charged > greatest(claimed, ${`${total}`}::numeric) then claim_at end
      where id = ${channelId}
    )
    select count(*)::int as settled from settled`);
  return rows[0]?.settled ?? 0;
}
