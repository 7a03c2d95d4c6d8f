import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { serviceTokens, signInMessages } from '#service/platform/db/tables/tokens.ts';
import { signIn } from '../actors.ts';
import { post } from '../test-client.ts';
import type { TestService } from '../test-service.ts';
import { mutate, type WriteCase } from './write-case.ts';

const MESSAGE = `query($wallet: String!, $name: String!) {
  getServiceSignInMessage(walletAddress: $wallet, serviceName: $name) { message } }`;
const ISSUE = `mutation($wallet: String!, $name: String!, $signature: String!) {
  generateServiceToken(walletAddress: $wallet, serviceName: $name, messageSignature: $signature) {
    tokenId error { code details } } }`;
const EXTEND = `mutation($id: String!) {
  extendServiceToken(tokenId: $id, expiresIn: "90d") { tokenId error { code details } } }`;
const REVOKE =
  'mutation($id: String!) { revokeServiceToken(tokenId: $id) { tokenId error { code details } } }';

const rowOf = async ({ context }: TestService, id: string) =>
  (await context.db.select().from(serviceTokens).where(eq(serviceTokens.id, id)))[0];

export const tokenCases: WriteCase[] = [
  {
    name: 'sign in',
    async prepare({ home, lab }) {
      const name = `faults ${randomUUID()}`;
      const wallet = lab.owner.address;
      const { db } = home.context;
      let tokenId = '';
      let tries = 0;
      return {
        async ask(endpoint) {
          tries += 1;
          const { body } = await post(endpoint, MESSAGE, { wallet, name });
          if (body.errors) return { code: body.errors[0].errorType };
          const { message } = body.data.getServiceSignInMessage;
          const signature = await lab.owner.signMessage({ message });
          const { result, ...outcome } = await mutate(endpoint, ISSUE, { wallet, name, signature });
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
        ask: (endpoint) => mutate(endpoint, EXTEND, { id: tokenId }, token),
        effects: async () => (((await rowOf(home, tokenId))?.expiresAt ?? before) > before ? 1 : 0),
      };
    },
  },
  {
    name: 'revoke a token',
    async prepare({ home, lab }) {
      const { token, tokenId } = await signIn(home, lab.owner);
      return {
        ask: (endpoint) => mutate(endpoint, REVOKE, { id: tokenId }, token),
        done: ['ALREADY_REVOKED'],
        effects: async () => ((await rowOf(home, tokenId))?.revokedAt ? 1 : 0),
      };
    },
  },
];
