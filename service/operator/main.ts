import { ConfigurationError } from '../platform/config/env.ts';
import { CorruptBackupError } from './core/command.ts';
import { openInstallation } from './installation/start-installation.ts';
import { labroom } from './labroom.ts';

/** `node service/operator/main.ts <command>`: the operator's command line, on the environment of the service. */

/** A reader that closes the pipe early, such as `head`, is not an error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  process.exitCode = await labroom(
    process.argv.slice(2),
    openInstallation,
    (line) => console.log(line),
    (line) => console.error(line),
  );
} catch (error) {
  console.error(isForOperators(error) ? error.message : error);
  process.exitCode = 1;
}

/** Errors that an operator can fix are printed as a sentence; all others with their stack. */
function isForOperators(error: unknown): error is Error {
  return error instanceof ConfigurationError || error instanceof CorruptBackupError;
}
