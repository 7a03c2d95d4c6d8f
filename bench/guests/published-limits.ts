import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConsumerCredential } from '@labroom/service/auth/consumer-credential.ts';
import type { Database } from '@labroom/service/platform/db/database.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { hundredth } from '../data/fill-database.ts';
import { BenchContext } from '../stack/bench-context.ts';
import { cpuMillisecondsOfPostgres } from '../stack/process-figures.ts';
import { type ServiceProcess, startService } from '../stack/service-process.ts';
import { openStack, type Stack } from '../stack/stack.ts';
import { startWeb, type WebProcess } from '../stack/web-process.ts';

/** As outside `local`. A proxy on this machine names addresses. */
const published = {
  // Of the operator's programs, of which one reads all the time.
  RATE_LIMIT_PER_CONSUMER: '1000000',
  RATE_LIMIT_PER_WALLET: '600',
  RATE_LIMIT_PER_ADDRESS: '600',
  RATE_LIMIT_PER_VISITOR: '6000',
  RATE_LIMIT_PROCESSOR_MS: '15000',
  RATE_LIMIT_PAGE_PROCESSOR_MS: '40000',
  TRUSTED_PROXIES: '127.0.0.1',
};

/** A service and a web app with the published limits, and a hundred labs. */
export interface LimitedStack {
  stack: Stack;
  service: ServiceProcess;
  web: WebProcess;
  db: Database;
  /** Processor time so far of service, web app and PostgreSQL, in milliseconds. */
  allCpu(): Promise<number>;
  stop(): Promise<void>;
}

/** @param options.web whether the web app is started as well */
export async function openLimitedStack({ web: hasWeb = true } = {}): Promise<LimitedStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'labroom-guests-'));
  const context = new BenchContext({ quick: true, size: hundredth, kept: undefined });
  const stack = await openStack(dataDir, hundredth);
  const service = await startService(stack, published);
  const db = openDatabase(stack.databaseUrl, { maxConnections: 1 });
  const { credential } = await createConsumerCredential(db, 'local', 'web app', { namesVisitors: true });
  const web = hasWeb
    ? await startWeb(context, { url: service.url, rpcUrl: stack.rpcUrl, credential }, published)
    : { url: '', cookie: '', cpuMilliseconds: () => 0 };
  return {
    ...{ stack, service, web, db },
    async allCpu() {
      return service.cpuMilliseconds() + web.cpuMilliseconds() + (await cpuMillisecondsOfPostgres(db));
    },
    async stop() {
      await db.$client.end();
      await context.end();
      await service.stop();
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
