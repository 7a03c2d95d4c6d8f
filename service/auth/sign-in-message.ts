import { randomBytes } from 'node:crypto';
import type { Environment } from '@labroom/protocol/environments';
import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { getAddress } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { z } from 'zod';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Reader, Transaction } from '../platform/db/database.ts';
import { signInMessages } from '../platform/db/tables/tokens.ts';
import type { AuthPorts } from './auth-ports.ts';

/** A label of 1 to 100 printable characters. */
export const serviceName = z
  .string()
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u, { error: 'must be 1 to 100 printable characters' });

/** The service name of the message that a wallet signs to revoke its tokens. No token is issued for it. */
export const revokeAllServiceName = 'revokeAllServiceTokens';

/**
 * Returns the text that a wallet signs (EIP-4361). The same text is returned until its nonce is used or ten minutes
 * have passed, even to concurrent requests: there is one row per wallet and service name, replaced only when it is used
 * or expired. One statement reads and writes it, because between two statements another request could use the nonce.
 */
export async function currentSignInMessage(
  context: Pick<AuthPorts, 'config' | 'db'>,
  wallet: string,
  serviceName: string,
): Promise<{ message: string; expiresAt: Date }> {
  const { config, db } = context;
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + config.limits.signInSeconds * 1000);
  const nonce = randomBytes(16).toString('hex');
  const fresh = {
    nonce,
    expiresAt,
    usedAt: null,
    message: createSiweMessage({
      domain: new URL(config.http.webUrl).host,
      address: getAddress(wallet),
      statement: statementOf(serviceName, config.environment),
      uri: config.http.webUrl,
      version: '1',
      chainId: config.chain.id,
      nonce,
      issuedAt,
      expirationTime: expiresAt,
    }),
  };
  const { nonce: currentNonce, message, expiresAt: currentEnd, usedAt } = signInMessages;
  const isSpent = or(isNotNull(usedAt), lte(currentEnd, sql`now()`));
  const [row] = await db
    .insert(signInMessages)
    .values({ wallet, serviceName, ...fresh })
    .onConflictDoUpdate({
      target: [signInMessages.wallet, signInMessages.serviceName],
      set: {
        nonce: sql`case when ${isSpent} then excluded.nonce else ${currentNonce} end`,
        message: sql`case when ${isSpent} then excluded.message else ${message} end`,
        expiresAt: sql`case when ${isSpent} then excluded.expires_at else ${currentEnd} end`,
        usedAt: null,
      },
    })
    .returning({ message, expiresAt: currentEnd });
  if (!row) throw new Error('The statement returned no row');
  return row;
}

function statementOf(serviceName: string, environment: Environment): string {
  return serviceName === revokeAllServiceName
    ? `End all Labroom service tokens of this wallet in the ${environment} environment.`
    : `Issue a Labroom service token for "${serviceName}" in the ${environment} environment.`;
}

/**
 * Returns the message to verify a signature against.
 * @throws ServiceError `UNAUTHENTICATED`, reason `NONCE_NOT_FOUND` or `NONCE_EXPIRED`.
 */
export async function readSignInMessage(db: Reader, wallet: string, serviceName: string) {
  const [row] = await db
    .select({
      nonce: signInMessages.nonce,
      message: signInMessages.message,
      // By the clock of the database.
      hasExpired: sql<boolean>`${signInMessages.expiresAt} <= now()`,
    })
    .from(signInMessages)
    .where(
      and(
        eq(signInMessages.wallet, wallet),
        eq(signInMessages.serviceName, serviceName),
        isNull(signInMessages.usedAt),
      ),
    );
  if (!row) throw nonceNotFound();
  if (row.hasExpired) {
    throw new ServiceError(
      'UNAUTHENTICATED',
      'The sign-in message has expired. Request a new one with getServiceSignInMessage.',
      {
        reason: 'NONCE_EXPIRED',
      },
    );
  }
  return row;
}

/** Marks a nonce as used, in the transaction that records its use. Of several concurrent uses, one succeeds. */
export async function spendNonce(
  tx: Transaction,
  wallet: string,
  serviceName: string,
  nonce: string,
): Promise<void> {
  const spent = await tx
    .update(signInMessages)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(signInMessages.wallet, wallet),
        eq(signInMessages.serviceName, serviceName),
        eq(signInMessages.nonce, nonce),
        isNull(signInMessages.usedAt),
        gt(signInMessages.expiresAt, sql`now()`),
      ),
    )
    .returning({ nonce: signInMessages.nonce });
  if (spent.length === 0) throw nonceNotFound();
}

function nonceNotFound(): ServiceError {
  return new ServiceError(
    'UNAUTHENTICATED',
    'No unused sign-in message exists for this wallet and service name. Request one with getServiceSignInMessage.',
    {
      reason: 'NONCE_NOT_FOUND',
    },
  );
}
