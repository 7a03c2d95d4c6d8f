import { collectDefaultMetrics } from 'prom-client';
import { metrics as registry } from '#platform/telemetry/metrics.ts';
import { serveMetrics } from '#platform/telemetry/metrics-listener.ts';
import { type WatchedContext, watchState } from './state-metrics.ts';

/**
 * Starts metrics and traces, as configured.
 * @returns a function that stops them
 */
export async function startTelemetry(
  process: 'service' | 'worker',
  context: WatchedContext,
): Promise<() => Promise<void>> {
  const { metrics, tracesEndpoint } = context.config.telemetry;
  const endings: (() => Promise<void>)[] = [];
  if (tracesEndpoint) {
    // Loaded on demand, as most installations export no traces.
    const { startTracing } = await import('#platform/telemetry/tracing.ts');
    endings.push(startTracing(process, tracesEndpoint));
  }
  if (metrics) {
    // Its timer for the lag of the event loop would be most of what an idle process does.
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
    watchState(context);
    endings.push(await serveMetrics(metrics));
  }
  return async () => {
    await Promise.allSettled(endings.map((end) => end()));
  };
}
