import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localAccount } from '@labroom/contracts/local-accounts';
import { networks } from '@labroom/contracts/networks';
import { createChainClient } from '@labroom/service/chain/create-chain-client.ts';
import { createFacilitator } from '@labroom/service/gateway/create-facilitator.ts';
import { createDidLinking } from '@labroom/service/operations/did/did-linking.ts';
import { decideConfig } from '@labroom/service/platform/config/decide-config.ts';
import { readEnv } from '@labroom/service/platform/config/env.ts';
import { readSecrets } from '@labroom/service/platform/config/read-secrets.ts';
import { consumers } from '@labroom/service/platform/db/tables/consumers.ts';
import { startWorker, type Worker } from '@labroom/service/worker.ts';
import { depth } from '@labroom/testing/depth.ts';
import { startDeployedChain } from '@labroom/testing/foundations.ts';
import { type Relay, startRelay } from '@labroom/testing/relay.ts';
import { startTestIssuer } from '@labroom/testing/test-issuer.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import pino from 'pino';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Check } from './check/check.ts';
import { checks } from './checks.ts';
import { Fixtures } from './fixtures/fixtures.ts';
import { operatorFixtureOf } from './fixtures/operator-fixture.fixture.ts';
import type { Settings } from './fixtures/settings.ts';
import { type Result, runChecks } from './run-checks.ts';
import type { Environment } from './service/environment.ts';
import { Service } from './service/service.ts';

/** Few enough to be exceeded in a moment, more than the other checks of one wallet need. */
const PER_WALLET = 500;
/** The consumer that users of the identity provider come from. */
const USERS = '0000000000u1';
/** Fewer levels than the schema has, so that something is cut. */
const DEPTH = 5;

const dataDir = await mkdtemp(join(tmpdir(), 'labroom-conformance-'));
const issuer = await startTestIssuer();
const chain = await startDeployedChain(dataDir);
afterAll(async () => {
  await chain.stop();
  await issuer.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Groups of checks whose outcome the environment may change: limits, credentials, tokens and prices. */
const mayDiffer = ({ id }: Check) => /^(wire|schema|demand|auth|tokens|gateway)\./.test(id);
const environments = (['local', 'production', 'staging'] as const).slice(0, depth.environments);
const checksIn = (environment: Environment) => {
  const held = checks.filter(({ only }) => only === undefined || only.includes(environment));
  return environment === 'local' || depth.everyVariant ? held : held.filter(mayDiffer);
};

describe.each(environments)('a service in %s', (environment) => {
  let service: TestService;
  let worker: Worker;
  let results: Result[];
  let node: Relay;
  const held = checksIn(environment);
  beforeAll(async () => {
    node = await startRelay(chain.rpcUrl);
    service = await start(environment, node);
    worker = startWorker(service.context, pino({ enabled: false }));
    await service.context.db
      .insert(consumers)
      .values({ id: USERS, label: 'users', secretHash: randomBytes(32) });
    const settings = await settingsOf(service, environment, node);
    results = await runChecks(held, new Fixtures(new Service(settings), settings));
  }, 400_000);
  afterAll(async () => {
    await worker.stop();
    await service.stop();
    await node.close();
  });

  test.each(held)('$id: $rule', ({ id }) => {
    const result = results.find((candidate) => candidate.id === id);
    expect(result).toMatchObject({ outcome: 'passed', reason: undefined });
  });
});

/** As it would be configured there, but on the chain of this file, where links and payments go as they do locally. */
async function start(environment: Environment, node: Relay): Promise<TestService> {
  const env = readEnv({ DATABASE_URL: 'postgres://nowhere', RPC_URL: chain.rpcUrl, DATA_DIR: dataDir });
  const [local, secrets] = [decideConfig(env), readSecrets(env, dataDir)];
  const { id: chainId, rpcUrl, contracts } = local.chain;
  const userTokens = {
    issuer: issuer.issuer,
    audiences: [{ audience: 'tests', consumerId: USERS }],
    jwksUrl: issuer.jwksUrl,
    walletClaim: undefined,
  };
  return startTestService({
    environment,
    rpcUrl: node.url,
    config: (config) => ({
      ...config,
      userTokens,
      chain: { ...local.chain, rpcUrl: node.url },
      gateway: { ...local.gateway, facilitator: config.gateway.facilitator },
      rateLimits: config.rateLimits && { ...config.rateLimits, perWallet: PER_WALLET },
      ...(environment === 'production' && { http: { ...config.http, maxDepth: DEPTH } }),
    }),
    overrides: {
      didLinking: await createDidLinking(local, secrets, createChainClient({ rpcUrl, chainId, contracts })),
      facilitator: createFacilitator(local.gateway, secrets.gateway),
    },
  });
}

async function settingsOf(service: TestService, environment: Environment, node: Relay): Promise<Settings> {
  const wallet = privateKeyToAddress(generatePrivateKey());
  const names = ['owner', 'contributor', 'viewer', 'agent', 'outsider'] as const;
  return {
    url: `${service.url}/graphql`,
    gatewayUrl: `${service.url}/${environment}`,
    credential: service.credential,
    environment,
    chainId: 31337,
    rpcUrl: chain.rpcUrl,
    contracts: networks[31337].contracts,
    accounts: Object.fromEntries(
      names.map((name) => [name, privateKeyToAccount(localAccount(name).privateKey)]),
    ),
    lab: undefined,
    readOnly: false,
    rateLimit: PER_WALLET,
    didLinking: true,
    contentFile: join(service.dataDir, 'content.json'),
    user: { token: await issuer.sign({ wallet_address: wallet }), wallet, isRegistered: true },
    operator: operatorFixtureOf(service, node),
    queryDepth: DEPTH,
  };
}
