import type { ServiceContext } from '@labroom/service/core/context/context.ts';
import { createContext } from '@labroom/service/operator/installation/create-context.ts';
import { decideConfig } from '@labroom/service/platform/config/decide-config.ts';
import { readEnv } from '@labroom/service/platform/config/env.ts';
import { readSecrets } from '@labroom/service/platform/config/read-secrets.ts';
import { createServer } from '@labroom/service/routes/server.ts';
import pino from 'pino';
import { freePort } from './free-port.ts';
import type { TestService } from './test-service.ts';
import { type Cuts, startCuttingWire } from './transports/cutting-wire.ts';
import { startHttpWire } from './transports/http-wire.ts';
import { startPostgresWire } from './transports/postgres-wire.ts';
import { Steps } from './transports/steps.ts';
import { storageWire } from './transports/storage-wire.ts';

/** A second service on the same database and storage, whose connections can be cut. */
export interface FaultyService {
  /** With `cuts`: of the proxy that callers reach it through. */
  url: string;
  credential: string;
  context: ServiceContext;
  steps: Steps;
  stop(): Promise<void>;
}

export async function startFaultyService(
  home: TestService,
  fixture: { rpcUrl: string; facilitatorUrl: string; s3?: Record<string, string>; cuts?: Cuts },
): Promise<FaultyService> {
  const steps = new Steps();
  const wires = await Promise.all([
    startPostgresWire(home.databaseUrl, steps),
    startHttpWire(fixture.rpcUrl, steps, 'chain'),
    startHttpWire(fixture.facilitatorUrl, steps, 'facilitator'),
  ]);
  const [database, chain, facilitator] = wires;
  const { s3 } = fixture;
  const store = s3?.S3_ENDPOINT ? await startHttpWire(s3.S3_ENDPOINT, steps, 'store') : null;
  const port = await freePort();
  const front = fixture.cuts && (await startCuttingWire(`http://127.0.0.1:${port}`, fixture.cuts));
  const env = readEnv({
    DATABASE_URL: database.url,
    RPC_URL: chain.url,
    X402_FACILITATOR_URL: facilitator.url,
    DATA_DIR: home.dataDir,
    ...s3,
    ...(store && { S3_ENDPOINT: store.url }),
    SERVICE_PORT: String(port),
    ...(front && { SERVICE_URL: front.url }),
  });
  const config = decideConfig(env);
  config.gateway.patience = { forMs: 200, everyMs: 50 };
  const secrets = readSecrets(env, home.dataDir);
  const honest = await createContext({ config, secrets, databaseUrl: database.url });
  const context = store ? honest : { ...honest, storage: storageWire(honest.storage, steps) };
  const app = await createServer(context, { logger: pino({ enabled: false }) });
  await app.listen({ host: config.http.host, port: config.http.port });
  return {
    url: config.http.publicUrl,
    credential: home.credential,
    context,
    steps,
    async stop() {
      await app.close();
      await context.db.$client.end();
      await Promise.all([...wires, store, front].map((wire) => wire?.close()));
    },
  };
}
