import { normalizeOclId, OclIdError } from '@labroom/contracts/ocl-id';
import type { Hex } from 'viem';
import type { ServiceContext } from '#core/context/context.ts';
import type { Configuration } from '#platform/config/configure.ts';

/** A command line that is not understood. Its message says how to correct it. */
export class UsageError extends Error {}

/** A backup with a missing or changed part. Its message says which. Nothing of the backup was written. */
export class CorruptBackupError extends Error {}

/** The context of a command: the ports, its options by name, and the output. */
export interface Operation {
  context: ServiceContext;
  options: Readonly<Record<string, string | boolean | undefined>>;
  print(line: string): void;
}

interface Described {
  /** One line for the list of commands. */
  summary: string;
  /** Its options with placeholders. A flag has none. */
  options: Readonly<Record<string, { placeholder?: string; summary: string }>>;
}

/** False if the command found a fault, and `incomplete` if it found none and could not do or look at everything. The exit code is then 1 and 3. */
export type Outcome = boolean | 'incomplete';

/** A command on the migrated database and the opened ports of an installation. */
export interface Command extends Described {
  run(operation: Operation): Promise<Outcome>;
}

/** A command on the database as it is. */
export interface DatabaseCommand extends Described {
  runOnDatabase(operation: Omit<Operation, 'context'> & { configuration: Configuration }): Promise<Outcome>;
}

/** Returns the lab of `--ocl-id`, in any letter case. @throws UsageError */
export function requiredOclId(operation: Operation): Hex {
  try {
    return normalizeOclId(required(operation, 'ocl-id'));
  } catch (error) {
    if (error instanceof OclIdError) throw new UsageError(`--ocl-id: ${error.message}.`);
    throw error;
  }
}

/** As `requiredOclId`, or undefined without the option. @throws UsageError */
export function optionalOclId(operation: Operation): Hex | undefined {
  return operation.options['ocl-id'] === undefined ? undefined : requiredOclId(operation);
}

/** Returns a required option. @throws UsageError */
export function required({ options }: Operation, name: string): string {
  const value = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`Say --${name}.`);
}

/** Returns an option that was given, or undefined. */
export function optional({ options }: Operation, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
