import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseManifest } from '@labroom/contracts/manifest';
import { freePort } from '@labroom/testing/free-port.ts';
import { keystoreOf } from '@labroom/testing/keystore.ts';
import { newKey, startPublicChain } from '@labroom/testing/public-chain.ts';
import { createOwnedDatabase } from '@labroom/testing/test-database.ts';
import { makeCheckout, readWalkthrough } from './checkout.ts';
import { composeEnvironments, fillEnvFile } from './compose.ts';
import { startFacilitator } from './facilitator.ts';
import type { Program } from './programs.ts';
import { openTls } from './tls.ts';

/** Above the delay of the timelock: what is proposed after the deployment may be executed when the chain arrives at the present. */
const CHAIN_BEHIND_SECONDS = 180_000;

export type Rehearsal = Awaited<ReturnType<typeof startRehearsal>>;

/**
 * What docs/running-on-base.md needs from elsewhere: a node of the chain with a Safe, a funded deployer, a facilitator, a
 * database, and what ends TLS.
 */
export async function startRehearsal(chainId: 8453 | 84532) {
  const resources = new AsyncDisposableStack();
  const chain = resources.use(await startPublicChain(chainId, CHAIN_BEHIND_SECONDS));
  const checkout = resources.use(await makeCheckout());
  const tls = resources.use(await openTls(checkout.dir));
  const facilitatorKey = newKey();
  await chain.fund(facilitatorKey.address);
  const facilitator = resources.use(await startFacilitator(chainId, chain.rpcUrl, facilitatorKey));
  const database = await createOwnedDatabase();
  resources.defer(database.drop);
  const { commands, gas } = await readWalkthrough('docs/running-on-base.md');
  const ports = { service: await freePort(), web: await freePort() };
  const [serviceUrl, webUrl, publicRpcUrl] = await Promise.all([
    tls.to(ports.service),
    tls.to(ports.web),
    tls.to(Number(new URL(chain.rpcUrl).port)),
  ]);
  const { dir } = checkout;
  await writeFile(join(dir, 'deployer.json'), keystoreOf(chain.keys.deployer.privateKey, 'correct horse'));
  await writeFile(join(dir, 'deployer.password'), 'correct horse\n');
  const payTo = newKey().address;
  const secret = () => randomBytes(32).toString('base64');
  const secrets = { SERVICE_SECRET: secret(), KMS_MASTER_KEY: secret() };

  return {
    chain,
    dir,
    ports,
    serviceUrl,
    webUrl,
    facilitator,
    payTo,
    documentedGas: gas,
    /** The commands of the document, for this chain. */
    commands: commands.map((command) => command.replace('--chain 84532', `--chain ${chainId}`)),
    /** The variables of the document's commands. */
    shell: (rpcUrl = chain.rpcUrl) => ({
      dir,
      env: {
        RPC_URL: rpcUrl,
        SAFE: chain.safe,
        GUARDIAN: chain.options.guardian ?? '',
        RELAYER: chain.keys.relayer.address,
        DATA_ATTESTER: chain.keys.data.address,
        SERVICE_ATTESTER: chain.keys.service.address,
        SERVICE_URL: serviceUrl,
        WEB_URL: webUrl,
        CURL_CA_BUNDLE: join(dir, 'tls.crt'),
      },
    }),
    /** Fills in `deploy/labroom.env`. */
    async configure(contracts: string, more: Record<string, string> = {}): Promise<void> {
      const text = await fillEnvFile(dir, {
        LABROOM_ENVIRONMENT: chainId === 8453 ? 'production' : 'staging',
        RPC_URL: chain.rpcUrl,
        PUBLIC_RPC_URL: publicRpcUrl,
        CONTRACTS: contracts,
        SERVICE_URL: serviceUrl,
        WEB_URL: webUrl,
        ...secrets,
        X402_PAY_TO_ADDRESS: payTo,
        X402_FACILITATOR_URL: facilitator.url,
        RELAYER_PRIVATE_KEY: chain.keys.relayer.privateKey,
        ...chain.attester.variables('DATA_ATTESTER'),
        SERVICE_ATTESTER_PRIVATE_KEY: chain.keys.service.privateKey,
        ...more,
      });
      // Objects are on this machine's disk.
      await writeFile(join(dir, 'deploy/labroom.env'), text.replaceAll(/^S3_.*\n/gm, ''));
    },
    /** The environments of `compose.yaml`, with this machine's database and disk in the place of its containers. */
    async environments() {
      const { service, web } = await composeEnvironments(dir);
      const withoutStore = (env: Record<string, string>) =>
        Object.fromEntries(
          Object.entries(env).filter(([name]) => !/^(S3|STORAGE|METRICS|TRUSTED)_/.test(name)),
        );
      return {
        service: {
          ...withoutStore(service),
          DATABASE_URL: database.url,
          DATA_DIR: join(dir, 'data'),
          SERVICE_PORT: String(ports.service),
        },
        web: { ...withoutStore(web), INTERNAL_SERVICE_URL: `http://127.0.0.1:${ports.service}` },
      };
    },
    /** Stops a program with the rehearsal. */
    own<P extends Program>(program: P): P {
      resources.defer(async () => void (await program.stop()));
      return program;
    },
    readManifest: async () => parseManifest(await readFile(join(dir, 'contracts.json'), 'utf8')),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
