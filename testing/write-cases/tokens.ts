import { randomUUID } from 'node:crypto';
import {
  ExtendServiceTokenDocument,
  GenerateServiceTokenDocument,
  RevokeServiceTokenDocument,
  ServiceSignInMessageDocument,
} from '@labroom/client/documents';
import { serviceTokens, signInMessages } from '@labroom/service/platform/db/tables/tokens.ts';
import { and, eq, isNotNull } from 'drizzle-orm';
import { signIn } from '../actors.ts';
import { post } from '../test-client.ts';
import type { TestService } from '../test-service.ts';
import { mutate, type WriteCase } from './write-case.ts';

const rowOf = async ({ context }: TestService, id: string) =>
  (await context.db.select().from(serviceTokens).where(eq(serviceTokens.id, id)))[0];

export const tokenCases: WriteCase[] = [
  {
    name: 'sign in',
    async prepare({ home, lab }) {
      const name = `faults ${randomUUID()}`;
      const identity = { walletAddress: lab.owner.address, serviceName: name };
      const { db } = home.context;
      let tokenId = '';
      let tries = 0;
      return {
        async ask(endpoint) {
          tries += 1;
          const { body } = await post(endpoint, ServiceSignInMessageDocument, identity);
          if (body.errors) return { code: body.errors[0].errorType };
          const { message } = body.data.getServiceSignInMessage;
          const messageSignature = await lab.owner.signMessage({ message });
          const { result, ...outcome } = await mutate(endpoint, GenerateServiceTokenDocument, {
            ...identity,
            messageSignature,
          });
          tokenId = String(result?.tokenId ?? '');
          return outcome;
        },
        async afterwards() {
          // Another try signs another message, in the place of the first.
          if (tries > 1) return null;
          const isOurs = and(eq(signInMessages.serviceName, name), isNotNull(signInMessages.usedAt));
          const spent = await db.$count(signInMessages, isOurs);
          const issued = await db.$count(serviceTokens, eq(serviceTokens.serviceName, name));
          return spent === issued ? null : `${spent} nonces are spent and ${issued} tokens issued`;
        },
        effects: async () => (tokenId && (await rowOf(home, tokenId)) ? 1 : 0),
      };
    },
  },
  {
    name: 'extend a token',
    async prepare({ home, lab }) {
      const { token, tokenId } = await signIn(home, lab.owner);
      const before = (await rowOf(home, tokenId))?.expiresAt ?? new Date();
      return {
        ask: (endpoint) => mutate(endpoint, ExtendServiceTokenDocument, { tokenId, expiresIn: '90d' }, token),
        effects: async () => (((await rowOf(home, tokenId))?.expiresAt ?? before) > before ? 1 : 0),
      };
    },
  },
  {
    name: 'revoke a token',
    async prepare({ home, lab }) {
      const { token, tokenId } = await signIn(home, lab.owner);
      return {
        ask: (endpoint) => mutate(endpoint, RevokeServiceTokenDocument, { tokenId }, token),
        done: ['ALREADY_REVOKED'],
        effects: async () => ((await rowOf(home, tokenId))?.revokedAt ? 1 : 0),
      };
    },
  },
];
