import assert from 'node:assert';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { localAccount } from '@labroom/contracts/local-accounts';
import { authenticate } from '@labroom/service/auth/authenticate.ts';
import { verifySignature } from '@labroom/service/chain/signatures.ts';
import { createContext } from '@labroom/service/operator/installation/create-context.ts';
import { decideConfig } from '@labroom/service/platform/config/decide-config.ts';
import { readEnv } from '@labroom/service/platform/config/env.ts';
import { readSecrets } from '@labroom/service/platform/config/read-secrets.ts';
import { jwtVerify } from 'jose';
import { type Hex, hashMessage, recoverAddress, recoverMessageAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Row } from './row.ts';

const MESSAGE = 'Sign in to a data room, and nothing else.\n\nNonce: 0123456789abcdef';

export const caller: Row = {
  name: 'W11',
  title: 'who is calling: credential and service token per call, a wallet’s signature per sign-in',
  note:
    'Ours reads consumer and token from the database, so that a revocation holds at once for all replicas; peer and limit look at ' +
    'the token alone. libsecp256k1 (30 times faster than viem elsewhere) is not installed: viem’s bare recovery is the limit of a sign-in.',
  async prepare(benchContext) {
    const stack = await benchContext.emptyStack();
    const env = readEnv({ DATABASE_URL: stack.databaseUrl, RPC_URL: stack.rpcUrl, DATA_DIR: stack.dataDir });
    const config = decideConfig(env);
    const secrets = readSecrets(env, stack.dataDir);
    const context = await createContext({ config, secrets, databaseUrl: stack.databaseUrl });
    benchContext.onEnd(() => context.db.$client.end());
    const { token } = stack.lab;
    const known = () =>
      authenticate(context, {
        authorization: stack.credential,
        serviceToken: token,
        apiKey: undefined,
        walletAddress: undefined,
      });
    const byJose = () => jwtVerify(token, secrets.serviceTokenKeys[0], { algorithms: ['HS256'] });
    const byHmac = () => {
      const [head = '', claims = '', signature = ''] = token.split('.');
      const expected = createHmac('sha256', secrets.serviceTokenKeys[0]).update(`${head}.${claims}`).digest();
      if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url')))
        throw new Error('Another signature');
      return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
    };
    const owner = privateKeyToAccount(localAccount('owner').privateKey);
    const signature: Hex = await owner.signMessage({ message: MESSAGE });
    const hash = hashMessage(MESSAGE);
    const { address } = owner;
    const timed = (times: number, work: () => unknown) => async () => {
      const count = benchContext.quick ? 10 : times;
      const begun = performance.now();
      for (let time = 0; time < count; time += 1) await work();
      return { µs: (1_000 * (performance.now() - begun)) / count };
    };
    return [
      {
        name: 'per call',
        figures: { µs: { better: 'less' } },
        sides: {
          ours: { what: 'authenticate, with the database', measure: timed(300, known) },
          peer: { what: "jose's jwtVerify", measure: timed(3_000, byJose) },
          limit: { what: 'an HMAC and JSON.parse', measure: timed(3_000, byHmac) },
        },
        async compare() {
          const caller = await known();
          assert(
            !(caller instanceof Error) &&
              caller.wallet.kind === 'service-token' &&
              caller.wallet.state === 'live',
          );
          assert.equal((await byJose()).payload.sub, caller.wallet.wallet);
          assert.equal(byHmac().sub, caller.wallet.wallet);
        },
      },
      {
        name: 'per sign-in',
        figures: { µs: { better: 'less', target: { beside: 'limit', atMost: 2 } } },
        sides: {
          ours: {
            what: 'verifySignature: keys, accounts, malleable twins',
            measure: timed(100, () =>
              verifySignature(context.chain, { address, message: MESSAGE, signature }, {}),
            ),
          },
          peer: {
            what: "viem's recoverMessageAddress",
            measure: timed(100, () => recoverMessageAddress({ message: MESSAGE, signature })),
          },
          limit: {
            what: 'recovery of a known hash',
            measure: timed(100, () => recoverAddress({ hash, signature })),
          },
        },
        async compare() {
          assert(await verifySignature(context.chain, { address, message: MESSAGE, signature }, {}));
          assert.equal(await recoverMessageAddress({ message: MESSAGE, signature }), address);
          assert.equal(await recoverAddress({ hash, signature }), address);
        },
      },
    ];
  },
};
