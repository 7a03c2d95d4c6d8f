import type { Outage } from './program.ts';

interface Timed {
  kind: string;
  from: number;
  until: number;
}

/** Milliseconds, of what ran while nothing was down, and of what met a restart. */
export interface Latency {
  kind: string;
  count: number;
  p50: number;
  p99: number;
  most: number;
  duringRestarts: number;
  p50Then: number | null;
  p99Then: number | null;
}

export function metRestart(
  outages: readonly Outage[],
  { from, until }: { from: number; until: number },
): boolean {
  return outages.some((outage) => from < outage.until && until > outage.from);
}

/** By kind, the most frequent first, and all together. */
export function latencies(timed: readonly Timed[], outages: readonly Outage[]): Latency[] {
  const kinds = Map.groupBy(timed, ({ kind }) => kind);
  const rows = [...kinds].map(([kind, all]) => latency(kind, all, outages));
  return [latency('all', timed, outages), ...rows.sort((a, b) => b.count - a.count)];
}

function latency(kind: string, timed: readonly Timed[], outages: readonly Outage[]): Latency {
  const { calm = [], rough = [] } = Object.groupBy(timed, (one) =>
    metRestart(outages, one) ? 'rough' : 'calm',
  );
  const [quiet, loud] = [sorted(calm), sorted(rough)];
  return {
    kind,
    count: quiet.length,
    p50: percentile(quiet, 0.5) ?? 0,
    p99: percentile(quiet, 0.99) ?? 0,
    most: quiet.at(-1) ?? 0,
    duringRestarts: loud.length,
    p50Then: percentile(loud, 0.5),
    p99Then: percentile(loud, 0.99),
  };
}

const sorted = (timed: readonly Timed[]) =>
  timed.map(({ from, until }) => Math.round((until - from) * 10) / 10).sort((a, b) => a - b);

/** Nearest rank. */
function percentile(ascending: readonly number[], share: number): number | null {
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? null;
}
