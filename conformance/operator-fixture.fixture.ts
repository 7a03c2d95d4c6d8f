import { randomUUID } from 'node:crypto';
import { signServiceToken } from '@labroom/service/auth/service-token.ts';
import { uploads } from '@labroom/service/platform/db/tables/files.ts';
import { serviceTokens, signInMessages } from '@labroom/service/platform/db/tables/tokens.ts';
import type { Relay } from '@labroom/testing/relay.ts';
import type { TestService } from '@labroom/testing/test-service.ts';
import { SERVICE_NAME } from '@labroom/testing/token-requests.ts';
import { eq, sql } from 'drizzle-orm';
import type { OperatorFixture } from './operator-fixture.ts';
import type { Visitor } from './sign-in.ts';

const HOUR_MS = 3_600_000;

/** Somebody with the database, the keys and the cables of a service at hand. */
export function operatorFixtureOf({ context }: TestService, node: Relay): OperatorFixture {
  const { db, config, secrets, storage } = context;
  const put = storage.put.bind(storage);
  const past = sql`now() - interval '1 second'`;
  const sign = (visitor: Visitor, tokenId: string, issuedAt: Date, allowedMutations?: string[]) =>
    signServiceToken({
      keys: secrets.serviceTokenKeys,
      environment: config.environment,
      tokenId,
      wallet: visitor.wallet.address.toLowerCase(),
      serviceName: SERVICE_NAME,
      authMethod: 'signature',
      issuedAt,
      expiresAt: new Date(issuedAt.getTime() + HOUR_MS),
      ...(allowedMutations && { allowedMutations }),
    });
  return {
    chain: { begin: () => node.cut(), end: () => node.mend() },
    storage: {
      begin() {
        storage.put = () => Promise.reject(new Error('The disk is full at /secret/place'));
      },
      end() {
        storage.put = put;
      },
    },
    async expireSignIn(wallet) {
      await db
        .update(signInMessages)
        .set({ expiresAt: past })
        .where(eq(signInMessages.wallet, wallet.toLowerCase()));
    },
    async ageConfirmation(tokenId) {
      const confirmedAt = sql`now() - interval '5 minutes'`;
      await db.update(serviceTokens).set({ confirmedAt }).where(eq(serviceTokens.id, tokenId));
    },
    async expireUploads(oclId) {
      await db.update(uploads).set({ expiresAt: past }).where(eq(uploads.oclId, oclId));
    },
    expiredToken: (visitor) => sign(visitor, visitor.tokenId, new Date(Date.now() - 2 * HOUR_MS)),
    async scopedToken(visitor, allowedMutations) {
      const now = new Date();
      const id = randomUUID();
      const wallet = visitor.wallet.address.toLowerCase();
      const expiresAt = new Date(now.getTime() + HOUR_MS);
      const row = {
        id,
        wallet,
        serviceName: SERVICE_NAME,
        authMethod: 'x402' as const,
        createdAt: now,
        expiresAt,
      };
      await db.insert(serviceTokens).values(row);
      return sign(visitor, id, now, allowedMutations);
    },
  };
}
