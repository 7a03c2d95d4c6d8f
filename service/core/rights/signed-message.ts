import { signedMessageMaxAgeSeconds } from '@labroom/protocol/signed-message';
import { sql } from 'drizzle-orm';
import { type Hex, hashTypedData, type TypedDataDefinition } from 'viem';
import { z } from 'zod';
import { callScopeOf } from '#auth/caller.ts';
import { verifyHash } from '#chain/signatures.ts';
import type { RequestContext } from '#core/context/context.ts';
import type { Reader } from '#platform/db/database.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { walletAddress } from '#platform/input/input.ts';

/** A time as signed messages write it. */
export const signedTime = z.iso
  .datetime({ precision: 3, error: 'must be ISO 8601 in UTC with milliseconds' })
  .transform((text) => new Date(text));
/** What every signed message of a wallet says. */
export const signedBy = { wallet: walletAddress, issuedAt: signedTime };
export const signature = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2}){1,16384}$/, { error: 'must be a hex string' })
  .transform((text) => text as Hex);

/** The host that messages name, as sign-in messages do. */
export const siteOf = ({ config }: Pick<RequestContext, 'config'>) => new URL(config.http.webUrl).host;

interface SignedMessage {
  wallet: `0x${string}`;
  issuedAt: Date;
  signature: Hex;
  message: TypedDataDefinition;
}

/**
 * Accepts a message that the wallet signed for this service in the last minutes: with its key, as a contract, or as an
 * account that is not deployed yet. Whether it was used before is for the caller to decide, in the transaction that uses it.
 * @throws ServiceError `UNAUTHENTICATED`, reason `SIGNATURE_EXPIRED` or `INVALID_SIGNATURE`; `UPSTREAM_UNAVAILABLE`
 */
export async function requireSignedMessage(context: RequestContext, signed: SignedMessage): Promise<void> {
  const { wallet: address, issuedAt, signature, message } = signed;
  await requireTimely(context.db, issuedAt);
  const hash = hashTypedData(message);
  if (!(await verifyHash(context.chain, { address, hash, signature }, callScopeOf(context)))) {
    throw new ServiceError(
      'UNAUTHENTICATED',
      `The signature does not match the wallet and the message for ${siteOf(context)} on chain ${context.config.chain.id}.`,
      { reason: 'INVALID_SIGNATURE' },
    );
  }
}

/**
 * Requires that a message was signed in the last minutes.
 * @throws ServiceError `UNAUTHENTICATED`, reason `SIGNATURE_EXPIRED`
 */
export async function requireTimely(db: Reader, issuedAt: Date): Promise<void> {
  if (await isTimely(db, issuedAt)) return;
  throw new ServiceError(
    'UNAUTHENTICATED',
    'issuedAt must be within the last ten minutes. Check the clock of this device and sign again.',
    { reason: 'SIGNATURE_EXPIRED' },
  );
}

/** Whether a message of this time may be accepted, by the clock of the database. */
export async function isTimely(db: Reader, issuedAt: Date): Promise<boolean> {
  const { rows } = await db.execute<{ isTimely: boolean }>(sql`
    select ${issuedAt.toISOString()}::timestamptz
      between now() - make_interval(secs => ${signedMessageMaxAgeSeconds}) and now() + interval '1 minute' as "isTimely"`);
  return rows[0]?.isTimely ?? false;
}

export const signatureUsed = () =>
  new ServiceError('CONFLICT', 'This wallet has signed this or a later message before. Sign again.', {
    reason: 'SIGNATURE_USED',
  });
