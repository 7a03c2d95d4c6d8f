import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createConsumerCredential } from '@labroom/service/auth/consumer-credential.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { cpuMillisecondsOf, residentBytesOf } from './process-figures.ts';

export interface ServiceProcess {
  url: string;
  credential: string;
  cpuMilliseconds(): number;
  residentBytes(): number;
  stop(): Promise<void>;
}

interface Places {
  databaseUrl: string;
  rpcUrl: string;
  dataDir: string;
}

/** Requests per minute. */
const MOST = '1000000';

export async function startService(
  { databaseUrl, rpcUrl, dataDir }: Places,
  variables: Record<string, string> = {},
): Promise<ServiceProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../service/main.ts')], {
    env: {
      DATABASE_URL: databaseUrl,
      RPC_URL: rpcUrl,
      DATA_DIR: dataDir,
      SERVICE_PORT: String(port),
      // Limits are counted and requests are logged as outside `local`, but none is refused.
      RATE_LIMIT_PER_CONSUMER: MOST,
      RATE_LIMIT_PER_WALLET: MOST,
      RATE_LIMIT_PER_ADDRESS: MOST,
      RATE_LIMIT_PROCESSOR_MS: MOST,
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`);
    if (
      await fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  const { credential } = await createConsumerCredential(db, 'labroom_local', 'bench');
  await db.$client.end();
  return {
    url,
    credential,
    cpuMilliseconds: () => cpuMillisecondsOf(child.pid),
    residentBytes: () => residentBytesOf(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
