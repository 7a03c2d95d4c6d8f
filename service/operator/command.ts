import type { Hex } from 'viem';
import { normalizeOclId, OclIdError } from '#contracts/ocl-id.ts';
import type { ServiceContext } from '../context.ts';

/** A use of a command that it does not understand; its message says what to say instead. */
export class UsageError extends Error {}

/** A backup of which something is missing or not as it was; its message says what. Nothing of it was written anywhere. */
export class CorruptBackupError extends Error {}

/** The context of a command: the ports, its options by name, and the output. */
export interface Operation {
  context: ServiceContext;
  options: Readonly<Record<string, string | boolean | undefined>>;
  print(line: string): void;
}

export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** Its options as they are typed, with placeholders. A flag stands without one. */
  options: Readonly<Record<string, { placeholder?: string; summary: string }>>;
  /** Resolves to whether all is well; `false` ends the program with 1. */
  run(operation: Operation): Promise<boolean>;
}

/** The lab of `--ocl-id`, in any case. @throws UsageError */
export function requiredOclId(operation: Operation): Hex {
  try {
    return normalizeOclId(required(operation, 'ocl-id'));
  } catch (error) {
    if (error instanceof OclIdError) throw new UsageError(`--ocl-id: ${error.message}.`);
    throw error;
  }
}

/** An option that must be there. @throws UsageError */
export function required({ options }: Operation, name: string): string {
  const value = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`Say --${name}.`);
}
