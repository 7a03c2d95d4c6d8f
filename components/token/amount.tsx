import { shownAmount } from './token-units.ts';

/** An amount of tokens in a table. It stays on one line, unless it has more than 16 characters. */
export function Amount({ units }: { units: string }) {
  return (
    <span className="inline-block w-max max-w-[16ch] [overflow-wrap:anywhere]">{shownAmount(units)}</span>
  );
}
