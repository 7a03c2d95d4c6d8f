import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConsumerCredential } from '../../service/auth/consumer-credential.ts';
import { openDatabase } from '../../service/db/database.ts';
import { freePort } from '../../service/testing/free-port.ts';

/** The service in a process of its own, as it is deployed. */
export interface ServiceProcess {
  url: string;
  credential: string;
  /** CPU time that its process has used so far. */
  cpuMilliseconds(): number;
  stop(): Promise<void>;
}

interface Places {
  databaseUrl: string;
  rpcUrl: string;
  dataDir: string;
}

export async function startService({ databaseUrl, rpcUrl, dataDir }: Places): Promise<ServiceProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../service/main.ts')], {
    env: {
      DATABASE_URL: databaseUrl,
      RPC_URL: rpcUrl,
      DATA_DIR: dataDir,
      SERVICE_PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(child, url);
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  const { credential } = await createConsumerCredential(db, 'local', 'bench');
  await db.$client.end();
  return {
    url,
    credential,
    cpuMilliseconds: () => cpuMillisecondsOf(child),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`);
    const isReady = await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** From `/proc` (Linux), in ticks of ten milliseconds; 0 elsewhere. */
function cpuMillisecondsOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}
