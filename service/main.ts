import { setTimeout as pause } from 'node:timers/promises';
import { configure } from './config/configure.ts';
import { ConfigurationError } from './config/env.ts';
import { settleOpenCalls } from './gateway/settle-open-calls.ts';
import { GracefulShutdown } from './http/graceful-shutdown.ts';
import { createServer } from './http/server.ts';
import { startInstallation } from './installation/start-installation.ts';
import { portProblem } from './port-problem.ts';
import { hearStopSignals } from './stop-signals.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';

/** The HTTP side of the service. State lives in its stores alone: start as many as wanted on the same database. */
async function main(): Promise<void> {
  const onStop = hearStopSignals();
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
