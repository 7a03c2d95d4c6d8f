import type { Part } from './findings.ts';
import { brokenInvariants } from './invariants.ts';

/** Compares the rows of the database with each other. */
export const records: Part = {
  name: 'records',
  async look({ tx }) {
    return { seen: 'every row beside the others', faults: await brokenInvariants(tx), unchecked: [] };
  },
};
