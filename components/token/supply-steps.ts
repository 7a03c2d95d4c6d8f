import { dateLabel } from '../ui/figures/scales.ts';
import type { Ledger } from './token-lab.ts';
import { drawnAmount, shownAmount } from './token-units.ts';

interface SupplySteps {
  points: { at: number; value: number; title: string }[];
  from: number;
  to: number;
  /** Date, change, supply; newest first. */
  rows: string[][];
}

const dayMilliseconds = 86_400_000;

/** The supply over time: one point per block that changed it, oldest first. */
export function supplySteps({ supplyChanges }: Pick<Ledger, 'supplyChanges'>, now: Date): SupplySteps {
  const points = new Map<number, SupplySteps['points'][number]>();
  for (const { at, change, supply } of supplyChanges.toReversed()) {
    const time = Date.parse(at);
    const title = `${signed(change)} on ${dateLabel(new Date(time))}, then ${shownAmount(supply)}`;
    points.set(time, { at: time, value: drawnAmount(supply), title });
  }
  const from = Math.min(now.getTime() - dayMilliseconds, ...points.keys());
  const rows = supplyChanges.map(({ at, change, supply }) => [
    dateLabel(new Date(at)),
    signed(change),
    shownAmount(supply),
  ]);
  return { points: [...points.values()], from, to: Math.max(now.getTime(), ...points.keys()), rows };
}

const signed = (change: string) =>
  change.startsWith('-') ? `−${shownAmount(change.slice(1))}` : `+${shownAmount(change)}`;
