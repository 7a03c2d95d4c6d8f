import { createContext, Script } from 'node:vm';
import { type InputBuilder, worstInputs } from './worst-inputs.ts';

/** Characters of the texts that are compared. A linear expression takes about 0.1 ms for the first one. */
const LENGTHS = [4_000, 8_000, 16_000] as const;
/** Processor time below which a text is not looked at again, and below which the longest one proves nothing. */
const FLOOR_MS = { first: 0.3, last: 4 };
/** How long a text is measured, and how often at most. */
const MEASURED_MS = 40;
const MAX_RUNS = 100;
/** Growth per doubling: a linear expression has 2, a quadratic one 4. */
const LIMIT = 2.6;
export interface Growth {
  /** The worst text that was found, short. */
  input: string;
  /** Processor time for each of the lengths, in milliseconds; empty if the search had to be ended. */
  times: number[];
}

/**
 * How the time of an expression grows with some text; `null` if it grows with the length alone. The search ends after
 * `timeoutMs`: an expression whose time grows exponentially would not end.
 */
export function superlinearGrowth(written: RegExp, withPairs: boolean, timeoutMs = 60_000): Growth | null {
  const expression = new RegExp(written, [...new Set(`${written.flags}g`)].join(''));
  const inputs = worstInputs(written, withPairs);
  let tried: InputBuilder | undefined;
  const search = () => {
    for (const input of inputs) {
      tried = input;
      const times = growthWith(expression, input);
      if (times) return { input: input(12), times };
    }
    return null;
  };
  try {
    // Only a script with a timeout can be interrupted within an expression.
    return new Script('search()').runInContext(createContext({ search }), { timeout: timeoutMs });
  } catch {
    return { input: tried?.(12) ?? '', times: [] };
  }
}

function growthWith(expression: RegExp, input: InputBuilder): number[] | null {
  const begun = performance.now();
  input(LENGTHS[0]).replace(expression, '');
  // Waiting for the processor only makes a harmless text a candidate.
  if (performance.now() - begun < FLOOR_MS.first) return null;
  const times = LENGTHS.map((length) => timeOf(expression, input(length)));
  const [first = 0, second = 0, last = 0] = times;
  const isSuperlinear = second > LIMIT * first && last > LIMIT * second && last > FLOOR_MS.last;
  return isSuperlinear ? times : null;
}

/** Processor time of this thread in milliseconds. Repeated, because the system counts it in ticks of milliseconds. */
function timeOf(expression: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs++) {
    text.replace(expression, '');
    const { user, system } = process.threadCpuUsage(before);
    const milliseconds = (user + system) / 1_000;
    if (milliseconds >= MEASURED_MS || runs === MAX_RUNS) return milliseconds / runs;
  }
}
