import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { commit, version } from '../process/version.ts';
import { metrics } from './metrics.ts';

/**
 * Time between two looks at the event loop. Ten looks a second take 34 ms of processor time a minute, a hundred take 200 ms, which would be
 * most of what an idle process does.
 */
const lookMs = 100;

/** Those of prom-client that measure the loop with the time between two looks in the value, and gauges whose names are those of counters. */
const leftOut = [
  ...['', '_min', '_max', '_mean', '_stddev', '_p50', '_p90', '_p99'].map(
    (kind) => `nodejs_eventloop_lag${kind}_seconds`,
  ),
  ...['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`),
];

/** Registers the metrics of the process, of its build and of Node. */
export function registerProcessMetrics(): void {
  // The timer of the metrics that are left out must never fire.
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 2 ** 31 - 1 });
  for (const name of leftOut) metrics.removeSingleMetric(name);
  registerLoopLag();
  new Gauge({
    name: 'labroom_build_info',
    help: 'Always 1. `version` and `commit` are those of this build.',
    labelNames: ['version', 'commit'],
    registers: [metrics],
  }).set({ version, commit }, 1);
}

function registerLoopLag(): void {
  const histogram = monitorEventLoopDelay({ resolution: lookMs });
  histogram.enable();
  const gauge = (kind: string, help: string, collect?: () => void) =>
    new Gauge({
      name: `nodejs_eventloop_lag_${kind}_seconds`,
      help,
      registers: [metrics],
      ...(collect && { collect }),
    });
  // The first one sets all, before the registry reads them.
  const mean = gauge('mean', 'Mean delay of the event loop since the last request of the metrics.', () => {
    const lag = lagOf(histogram, lookMs);
    histogram.reset();
    mean.set(lag.mean);
    p50.set(lag.p50);
    p90.set(lag.p90);
    p99.set(lag.p99);
    max.set(lag.max);
  });
  const p50 = gauge('p50', 'Median delay of the event loop.');
  const p90 = gauge('p90', '90th percentile of the delay of the event loop.');
  const p99 = gauge('p99', '99th percentile of the delay of the event loop.');
  const max = gauge('max', 'Longest delay of the event loop.');
}

/** The seconds by which a timer fired too late: Node records the time between two firings. */
export function lagOf(
  histogram: Pick<IntervalHistogram, 'count' | 'mean' | 'max' | 'percentile'>,
  intervalMs: number,
): { mean: number; p50: number; p90: number; p99: number; max: number } {
  const late = (nanoseconds: number) =>
    histogram.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - intervalMs / 1e3);
  return {
    mean: late(histogram.mean),
    p50: late(histogram.percentile(50)),
    p90: late(histogram.percentile(90)),
    p99: late(histogram.percentile(99)),
    max: late(histogram.max),
  };
}
