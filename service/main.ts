import { setTimeout as pause } from 'node:timers/promises';
import { settleOpenCalls } from '#gateway/jobs/settle-open-calls.ts';
import { startTelemetry } from '#operator/installation/start-telemetry.ts';
import { portProblem } from '#platform/process/port-problem.ts';
import { handleStopSignals } from '#platform/process/stop-signals.ts';
import { startInstallation } from './operator/installation/start-installation.ts';
import { loadConfiguration } from './platform/config/configure.ts';
import { ConfigurationError } from './platform/config/env.ts';
import { GracefulShutdown } from './routes/graceful-shutdown.ts';
import { createServer } from './routes/server.ts';

/** Starts the HTTP service. It keeps no state of its own, so any number may run on the same database. */
async function main(): Promise<void> {
  const onStop = handleStopSignals();
  const configuration = await loadConfiguration();
  const { config } = configuration;
  const { context, warnings, contractsCheck, running } = await startInstallation(configuration);
  const endTelemetry = await startTelemetry('service', context);
  const shutdown = new GracefulShutdown();
  const server = await createServer(context, { shutdown, contractsCheck });
  for (const warning of warnings) server.log.warn(warning);
  const { host, port } = config.http;
  await server.listen({ host, port }).catch((error: unknown) => {
    throw portProblem(error, 'SERVICE_PORT', { host, port });
  });
  // `/ready` waits for it.
  context.searchIndex.load().catch((err: unknown) => server.log.warn({ err }, 'search index'));
  onStop(async () => {
    await shutdown.run(server, config.shutdown);
    await Promise.race([endTelemetry(), pause(1_000)]);
    await Promise.race([running[Symbol.asyncDispose](), pause(1_000)]);
    // Does not wait for statements of requests that were cut off.
    await Promise.race([Promise.all([context.db.$client.end(), context.replicas.close()]), pause(1_000)]);
  });
  // Settles calls that a former process left. The worker continues with those that stay open.
  await settleOpenCalls(context, server.log).catch((err: unknown) => server.log.warn({ err }, 'open calls'));
}

main().catch((error) => {
  // Errors that an operator can fix are printed as a sentence; all others with their stack.
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
});
