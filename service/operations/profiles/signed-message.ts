import { type Hex, hashTypedData, type TypedDataDefinition } from 'viem';
import { z } from 'zod';
import { callScopeOf } from '#service/auth/caller.ts';
import { verifyHash } from '#service/chain/signatures.ts';
import type { RequestContext } from '#service/context.ts';
import { ServiceError } from '#service/platform/errors.ts';
import { walletAddress } from '#service/platform/input.ts';
import { ageOf } from './profile-store.ts';

/** What every signed message of a wallet says. */
export const signedBy = {
  wallet: walletAddress,
  issuedAt: z.iso
    .datetime({ precision: 3, error: 'must be ISO 8601 in UTC with milliseconds' })
    .transform((text) => new Date(text)),
};
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
 * account that is not deployed yet.
 * @throws ServiceError `UNAUTHENTICATED`, reason `SIGNATURE_EXPIRED` or `INVALID_SIGNATURE`; `CONFLICT`, reason
 *   `SIGNATURE_USED`; `UPSTREAM_UNAVAILABLE`
 */
export async function requireSignedMessage(context: RequestContext, signed: SignedMessage): Promise<void> {
  const { wallet: address, issuedAt, signature, message } = signed;
  const { isTimely, isUsed } = await ageOf(context.db, address, issuedAt);
  if (!isTimely) {
    throw new ServiceError(
      'UNAUTHENTICATED',
      'issuedAt must be within the last ten minutes. Check the clock of this device and sign again.',
      { reason: 'SIGNATURE_EXPIRED' },
    );
  }
  if (isUsed) throw signatureUsed();
  const hash = hashTypedData(message);
  if (!(await verifyHash(context.chain, { address, hash, signature }, callScopeOf(context)))) {
    throw new ServiceError(
      'UNAUTHENTICATED',
      `The signature does not match the wallet and the message for ${siteOf(context)} on chain ${context.config.chain.id}.`,
      { reason: 'INVALID_SIGNATURE' },
    );
  }
}

export const signatureUsed = () =>
  new ServiceError('CONFLICT', 'This wallet has signed this or a later message before. Sign again.', {
    reason: 'SIGNATURE_USED',
  });
