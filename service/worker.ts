import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import type { ServiceContext } from '#core/context/context.ts';
import { startTelemetry } from '#operator/installation/start-telemetry.ts';
import { polling } from '#platform/jobs/waiter.ts';
import { handleStopSignals } from '#platform/process/stop-signals.ts';
import { LocalBlocks } from './chain/indexer/local-blocks.ts';
import { runIndexer } from './chain/indexer/run.ts';
import { runScrub } from './operator/check/scrub.ts';
import { startInstallation } from './operator/installation/start-installation.ts';
import { loadConfiguration } from './platform/config/configure.ts';
import { ConfigurationError } from './platform/config/env.ts';
import { WorkNotices, type WorkTable } from './platform/db/work-notices.ts';
import { errorForLog } from './platform/telemetry/error-for-log.ts';
import { logBase } from './platform/telemetry/log-base.ts';
import { runWebhooks } from './worker/deliver-webhooks.ts';
import { runJobs } from './worker/run-jobs.ts';
import { runMail } from './worker/send-mail.ts';
import { runPushes } from './worker/send-pushes.ts';

export interface Worker {
  /** Resolves when running jobs have ended. The context stays open. */
  stop(): Promise<void>;
}

/**
 * Follows the chain and runs the jobs in this process. Several workers may run on one database; one of them follows the
 * chain.
 */
export function startWorker(context: ServiceContext, log: FastifyBaseLogger): Worker {
  const stopping = new AbortController();
  const { didLinking } = context.config;
  if (didLinking.kind === 'off') {
    log.warn({ missing: didLinking.missing }, 'DID linking is off: labs stay PENDING until it is configured');
  }
  const isLocal = context.config.environment === 'local';
  const blocks = isLocal ? new LocalBlocks(context.config.chain.rpcUrl, 200) : null;
  const timing = { wait: blocks?.wait ?? polling(2_000), retryMs: isLocal ? 500 : 1_000 };
  const notices = new WorkNotices(context.db, log.child({ room: 'notices' }));
  const wokenBy = (...tables: WorkTable[]) => ({ wait: notices.of(tables, 500), retryMs: 500 });
  const { signal } = stopping;
  const ended = Promise.all([
    runIndexer(context, log.child({ room: 'indexer' }), signal, timing),
    runJobs(context, log.child({ room: 'jobs' }), signal, notices),
    runMail(context, log.child({ room: 'mail' }), signal, wokenBy('notice_mails', 'mail_addresses')),
    runPushes(context, log.child({ room: 'pushes' }), signal, wokenBy('notice_pushes')),
    runWebhooks(context, log.child({ room: 'webhooks' }), signal, wokenBy('event_log', 'webhooks')),
    runScrub(context, log.child({ room: 'scrub' }), signal),
    notices.listen(signal),
    blocks?.listen(signal),
  ]);
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function main(): Promise<void> {
  const onStop = handleStopSignals();
  const configuration = await loadConfiguration();
  const { config } = configuration;
  const log = pino({
    level: config.logLevel,
    name: 'worker',
    base: logBase,
    serializers: { err: errorForLog },
  });
  const { context, warnings, running } = await startInstallation(configuration);
  for (const warning of warnings) log.warn(warning);
  const endTelemetry = await startTelemetry('worker', context);
  const worker = startWorker(context, log);
  log.info({ environment: config.environment, chainId: config.chain.id }, 'worker started');
  onStop(async () => {
    // Work that waits for a node or a store is repeated by the next process.
    const ended = Promise.allSettled([worker.stop(), endTelemetry()]);
    const isOver = pause(config.shutdown.boundMs, 'over');
    if ((await Promise.race([ended, isOver])) === 'over')
      return log.warn('worker stopped before its jobs ended');
    await Promise.race([running[Symbol.asyncDispose](), pause(1_000)]);
    await Promise.race([context.db.$client.end(), pause(1_000)]);
    log.info('worker stopped');
  });
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(error instanceof ConfigurationError ? error.message : error);
    process.exit(1);
  });
}
