/** Exit codes of every command, with their meaning. */
export const exitCodes = {
  done: [0, 'everything was done'],
  failed: [1, 'something failed; the message says what'],
  usage: [2, 'the command line is not understood, or needs an answer that nobody can give'],
  signIn: [3, 'no session, or it has ended: run `labroom login`'],
  conflict: [4, 'files changed on both sides; none of them was touched'],
  mismatch: [5, 'what was verified is not what it should be'],
  incomplete: [
    6,
    'the rest was done; files were left out or are not yours to open, and the output names each',
  ],
} as const satisfies Record<string, readonly [number, string]>;

export type ExitCode = keyof typeof exitCodes;

/** A failure that its user can act on. The message says what is wrong and what to do. */
export class CommandError extends Error {
  readonly exit: ExitCode;

  constructor(exit: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.exit = exit;
  }
}
