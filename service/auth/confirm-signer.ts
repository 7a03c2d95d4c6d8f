import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { chainUnavailable } from '../chain/call-failure.ts';
import { verifyHash } from '../chain/signatures.ts';
import type { Database } from '../platform/db/database.ts';
import { serviceTokens } from '../platform/db/tables/tokens.ts';
import type { AuthPorts } from './auth-ports.ts';
import type { ServiceTokenBearer, SignerCheck } from './caller.ts';
import { endedToken } from './token-errors.ts';

type Context = Pick<AuthPorts, 'db' | 'chain' | 'config'>;

/** `now`: by the account at the newest block. `recent`: also by its answer of the last minutes. */
type Confirmation = 'now' | 'recent';

/** The check of one operation, or of the reads of one request. */
export function signerCheck(by: Confirmation): SignerCheck {
  const check: SignerCheck = {
    confirm(context, bearer) {
      check.done ??= requireLiveToken(context, bearer, by);
      return check.done;
    },
  };
  return check;
}

/** Running checks of this process for reads and uploads, by token. Concurrent requests share them. */
const underWay = new WeakMap<Database, Map<string, Promise<void>>>();

/**
 * Rejects a token that has expired or was revoked. If a contract signed for it, calls the contract again at the newest block.
 * For `recent` it also counts that the contract confirmed the signature to any replica within `limits.signerCheckSeconds`. The
 * signers of a contract can change; the key of a wallet cannot, so tokens signed by a key are not checked, even if the wallet
 * has code since (EIP-7702).
 * @throws ServiceError `UNAUTHENTICATED`; with the reason `SIGNER_NOT_CONFIRMED` the token is revoked.
 * `UPSTREAM_UNAVAILABLE` when the chain could not be read
 */
export async function requireLiveToken(
  context: Context,
  bearer: ServiceTokenBearer,
  by: Confirmation,
): Promise<void> {
  const { authMethod, tokenId, state } = bearer;
  if (state !== 'live') throw endedToken(state);
  if (authMethod !== 'contract-signature' && authMethod !== 'signature') return;
  // A check that began earlier may have read an older block.
  if (by === 'now') return confirmSigner(context, tokenId, 0);
  const checks = underWay.get(context.db) ?? new Map<string, Promise<void>>();
  underWay.set(context.db, checks);
  const check =
    checks.get(tokenId) ??
    confirmSigner(context, tokenId, context.config.limits.signerCheckSeconds).finally(() =>
      checks.delete(tokenId),
    );
  checks.set(tokenId, check);
  await check;
}

/** @param maxAgeSeconds of a confirmation that counts */
async function confirmSigner(context: Context, tokenId: string, maxAgeSeconds: number): Promise<void> {
  const { db, config } = context;
  const age = sql<number | null>`extract(epoch from now() - ${serviceTokens.confirmedAt})::float8`;
  const [row] = await db
    .select({
      wallet: serviceTokens.wallet,
      authMethod: serviceTokens.authMethod,
      signedHash: serviceTokens.signedHash,
      signature: serviceTokens.signature,
      revokedAt: serviceTokens.revokedAt,
      signerRejected: serviceTokens.signerRejected,
      age,
    })
    .from(serviceTokens)
    .where(eq(serviceTokens.id, tokenId));
  if (!row || row.revokedAt) throw endedToken(row?.signerRejected ? 'rejected' : 'revoked');
  if (row.age !== null && row.age < maxAgeSeconds) return;

  const askedAt = performance.now();
  if (await isConfirmed(context, row)) {
    const isFresh = row.age !== null && row.age < config.limits.signerCheckSeconds / 5;
    // Each release of a key would write a row otherwise.
    if (isFresh) return;
    await db
      .update(serviceTokens)
      .set({ confirmedAt: secondsAgo(askedAt) })
      .where(eq(serviceTokens.id, tokenId));
    return;
  }
  await db
    .update(serviceTokens)
    .set({ revokedAt: sql`now()`, signerRejected: true })
    // An extension may have replaced the signature meanwhile.
    .where(
      and(
        eq(serviceTokens.id, tokenId),
        isNull(serviceTokens.revokedAt),
        eq(serviceTokens.authMethod, row.authMethod),
        sql`${serviceTokens.signature} is not distinct from ${row.signature}`,
      ),
    );
  throw endedToken('rejected');
}

type SignedRow = Pick<typeof serviceTokens.$inferSelect, 'wallet' | 'signedHash' | 'signature'>;

/**
 * Whether the contract confirms the signature. Old tokens have no stored signature; for them the wallet must not be a
 * contract.
 */
async function isConfirmed(
  { chain }: Context,
  { wallet, signedHash, signature }: SignedRow,
): Promise<boolean> {
  const address = wallet as Address;
  if (signedHash && signature) return verifyHash(chain, { address, hash: signedHash, signature }, { wallet });
  const code = await chain.node.getCode({ address }).catch((error: unknown) => {
    throw chainUnavailable(error);
  });
  return code === undefined;
}

/** Converts a time of `performance.now()` to the clock of the database. */
export function secondsAgo(moment: number) {
  return sql`now() - ${(performance.now() - moment) / 1_000} * interval '1 second'`;
}
