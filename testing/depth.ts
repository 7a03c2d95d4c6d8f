/**
 * How deep the suite tests (`TEST_DEPTH`). `quick` is what every change must pass (`npm test`). `merge` is what main must
 * pass (`npm run test:merge`): it also runs `*.merge.test.ts` and all browser tests. `full` is what a release must pass
 * (`npm run test:full`): it also runs `*.release.test.ts` and the browser tests tagged `@release`, all of them deeper.
 * `TEST_SEED` repeats a run of random inputs.
 */
interface Depth {
  /** Races of a deletion against everything else that happens to its file. */
  deleteRaces: number;
  /** For how long the browser repeats all daily work of a data room, looking after each action at what is covered. At least once. */
  workMinutes: number;
  /** Random inputs per operation. */
  fuzzInputs: number;
  /** Random values of a property that a unit test checks, or a multiple of it. */
  randomValues: number;
  /** Guesses of a secret file's content whose hashes are looked for in every response and log. */
  hashGuesses: number;
  /** Entries that each of 50 writers adds to feeds while a program follows the event log. */
  eventsPerWriter: number;
  /** Blocks that a reorganization of the chain removes. The index keeps the hashes of 256. */
  reorganizations: readonly number[];
  /** Random terms messages that TypeScript and Solidity must write alike. */
  termsMessages: number;
  /** Random histories of roles after which everybody who answers about them is compared with the specification. */
  histories: number;
  /** Labs whose marks are drawn and measured. */
  drawnMarks: number;
  /** Every nth byte of a wrapped key is damaged. */
  damagedByteStride: number;
  /** Every nth step of a write is broken. */
  faultStride: number;
  /** Random inputs of each fuzzed Solidity test. */
  solidityFuzz: number;
  /** Random sequences of calls for each Solidity invariant. */
  solidityInvariants: number;
  /** Environments that the checks of conformance run in: local, production, staging. */
  environments: number;
  /** Whether `startPeer` starts a process. */
  peerProcesses: boolean;
  /** Whether a test repeats for every program, storage, moment and theme, instead of for one. */
  everyVariant: boolean;
}

const depths = {
  quick: {
    deleteRaces: 4,
    workMinutes: 0,
    fuzzInputs: 4,
    randomValues: 10,
    hashGuesses: 20,
    eventsPerWriter: 3,
    reorganizations: [1, 20],
    termsMessages: 100,
    histories: 4,
    drawnMarks: 6,
    damagedByteStride: 9,
    faultStride: 30,
    solidityFuzz: 24,
    solidityInvariants: 6,
    environments: 1,
    peerProcesses: false,
    everyVariant: false,
  },
  merge: {
    deleteRaces: 8,
    workMinutes: 0,
    fuzzInputs: 10,
    randomValues: 50,
    hashGuesses: 20,
    eventsPerWriter: 8,
    reorganizations: [1, 3, 20],
    termsMessages: 500,
    histories: 20,
    drawnMarks: 12,
    damagedByteStride: 5,
    faultStride: 30,
    solidityFuzz: 64,
    solidityInvariants: 16,
    environments: 2,
    peerProcesses: false,
    everyVariant: false,
  },
  full: {
    deleteRaces: 200,
    workMinutes: 30,
    fuzzInputs: 200,
    randomValues: 200,
    hashGuesses: 1_000,
    eventsPerWriter: 100,
    reorganizations: [1, 3, 60, 200],
    termsMessages: 10_000,
    histories: 1_000,
    drawnMarks: 1_000,
    damagedByteStride: 1,
    faultStride: 1,
    solidityFuzz: 512,
    solidityInvariants: 64,
    environments: 3,
    peerProcesses: true,
    everyVariant: true,
  },
} as const satisfies Record<string, Depth>;

const chosen = process.env.TEST_DEPTH ?? 'quick';
if (!Object.hasOwn(depths, chosen)) throw new Error(`TEST_DEPTH is quick, merge or full, not "${chosen}"`);

export const isFull = chosen === 'full';

/** Whether only the tests of a change run. */
export const isQuick = chosen === 'quick';

export const depth: Depth = depths[chosen as keyof typeof depths];

/** The same inputs for every change, so that a failure is caused by the change. The full suite draws new ones. */
export const seed = Number(process.env.TEST_SEED ?? (isFull ? Date.now() % 1_000_000_007 : 2_112_620_268));
