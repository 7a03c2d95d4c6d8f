import { serveMetrics } from '#platform/telemetry/metrics-listener.ts';
import { registerProcessMetrics } from '#platform/telemetry/process-metrics.ts';
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
    registerProcessMetrics();
    watchState(context);
    endings.push(await serveMetrics(metrics));
  }
  return async () => {
    await Promise.allSettled(endings.map((end) => end()));
  };
}
