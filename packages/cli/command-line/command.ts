import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/**
 * An option of a command: the placeholder of its value, `null` for a flag, with `…` at its end if it may be given more than once; what it
 * does; and its values, where they are few.
 */
export type OptionDescription = readonly [
  placeholder: string | null,
  summary: string,
  values?: readonly string[],
];

export interface CommandDescription {
  /** Placeholders of its arguments, e.g. `[PATH…]`. */
  args: string;
  /** One line for lists of commands. */
  summary: string;
  /** Further sentences for its help. */
  details?: string;
  options: Readonly<Record<string, OptionDescription>>;
  /** What agents may use it for, by `labroom mcp`. `irreversible`: it can delete, or make a file public. */
  tool?: 'reads' | 'writes' | 'irreversible';
  /** Loads the code of the command, so that the others need not. */
  load(): Promise<Run>;
}

/** A command line that was understood. */
export interface Invocation {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Where the command was called. */
  cwd: string;
  terminal: Terminal;
}

/** What a command has found or done. */
export interface Outcome {
  /** For people. Empty: nothing is printed. */
  text: string;
  /** A document of another format than JSON, which is printed in the place of `text`, as it is. */
  document?: string;
  /** Bytes that are printed in the place of `text`, as they come. */
  content?: ReadableStream<Uint8Array>;
  /** For programs: the JSON document that `--json` prints. */
  data: object;
  /** Default: `done`. */
  exit?: ExitCode;
}

export type Run = (invocation: Invocation) => Promise<Outcome>;

/** The value of an option; `undefined` if it is absent, empty or a flag. */
export function textOption({ options }: Pick<Invocation, 'options'>, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The values of an option that may be given more than once. */
export function textOptions({ options }: Pick<Invocation, 'options'>, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value : [];
}

/** Whether an option may be given more than once, by its placeholder. */
export const isRepeatable = (placeholder: string | null) => placeholder?.endsWith('…') ?? false;
