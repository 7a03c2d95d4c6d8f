/**
 * How deep the suite tests. `quick` is what every change must pass (`npm test`); `full` is what a release must pass
 * (`npm run test:full`, or `TEST_DEPTH=full`). `TEST_SEED` repeats a run of random inputs.
 */
interface Depth {
  /** Races of a deletion against everything else that happens to its file. */
  deleteRaces: number;
  /** Kills of the indexer while its chain is reorganized and its node is disturbed. */
  indexerKills: number;
  /** Random inputs per operation. */
  fuzzInputs: number;
  /** Every nth step of a write is broken. */
  faultStride: number;
  /** Paid calls under kills and faults. */
  paidCalls: number;
  /** Random inputs of each fuzzed Solidity test. */
  solidityFuzz: number;
  /** Random sequences of calls for each Solidity invariant. */
  solidityInvariants: number;
  /** Whether `startPeer` starts a process. */
  peerProcesses: boolean;
}

const depths = {
  quick: {
    deleteRaces: 24,
    indexerKills: 2,
    fuzzInputs: 10,
    faultStride: 15,
    paidCalls: 60,
    solidityFuzz: 64,
    solidityInvariants: 16,
    peerProcesses: false,
  },
  full: {
    deleteRaces: 200,
    indexerKills: 200,
    fuzzInputs: 200,
    faultStride: 1,
    paidCalls: 500,
    solidityFuzz: 512,
    solidityInvariants: 64,
    peerProcesses: true,
  },
} as const satisfies Record<string, Depth>;

const isFull = process.env.TEST_DEPTH === 'full';

export const depth: Depth = isFull ? depths.full : depths.quick;

/** The same inputs for every change, so that a failure is caused by the change. The full suite draws new ones. */
export const seed = Number(process.env.TEST_SEED ?? (isFull ? Date.now() % 1_000_000_007 : 2_112_620_268));
