import type { Fixture, Need } from '../fixtures/fixture.ts';
import type { Environment } from '../service/environment.ts';

interface About<N extends Need> {
  /** The rule in a sentence. */
  rule: string;
  /** The sections of the specification that state it, joined by `; `, e.g. `docs/specification/wire.md#endpoint`. */
  section: string;
  /** What it takes beyond the endpoint and the consumer credential. */
  needs?: readonly N[];
  /** Where the rule holds; everywhere by default. */
  only?: readonly Environment[];
  /** Runs after the others, which it would disturb or whose work it needs. */
  isAlone?: boolean;
}

/** One rule of the contract, and how to find out whether a service keeps it. */
export interface Check extends About<Need> {
  id: string;
  /** Throws what is wrong. */
  run(given: Fixture): Promise<void> | void;
}

/** A check that sees no more of what is given than it says it needs. */
export function check<const N extends Need = never>(
  id: string,
  about: About<N>,
  run: (given: Pick<Fixture, N | 'service'>) => Promise<void> | void,
): Check {
  return { ...about, id, run };
}
