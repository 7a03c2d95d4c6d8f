import { setTimeout as pause } from 'node:timers/promises';
import { settleOpenCalls } from './gateway/settle-open-calls.ts';
import { startInstallation } from './operator/installation/start-installation.ts';
import { configure } from './platform/config/configure.ts';
import { ConfigurationError } from './platform/config/env.ts';
import { portProblem } from './platform/port-problem.ts';
import { handleStopSignals } from './platform/stop-signals.ts';
import { startTelemetry } from './platform/telemetry/start-telemetry.ts';
import { GracefulShutdown } from './routes/graceful-shutdown.ts';
import { createServer } from './routes/server.ts';

/** The HTTP side of the service. State lives in its stores alone: start as many as wanted on the same database. */
async function main(): Promise<void> {
  const onStop = handleStopSignals();
  const configuration = configure();
  const { config } = configuration;
  const { context, warnings, running } = await startInstallation(configuration);
  const endTelemetry = await startTelemetry('service', context);
  const shutdown = new GracefulShutdown();
  const server = await createServer(context, { shutdown });
  for (const warning of warnings) server.log.warn(warning);
  const { host, port } = config.http;
  await server.listen({ host, port }).catch((error: unknown) => {
    throw portProblem(error, 'SERVICE_PORT', { host, port });
  });
  onStop(async () => {
    await shutdown.run(server, config.shutdown);
    await Promise.race([endTelemetry(), pause(1_000)]);
    await Promise.race([running[Symbol.asyncDispose](), pause(1_000)]);
    // A statement of a request that was cut is not waited for.
    await Promise.race([context.db.$client.end(), pause(1_000)]);
  });
  // What a former process left behind; the worker goes on with what stays open.
  await settleOpenCalls(context, server.log).catch((err: unknown) => server.log.warn({ err }, 'open calls'));
}

main().catch((error) => {
  // What an operator can mend is said in its own words; anything else needs its stack.
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
});
