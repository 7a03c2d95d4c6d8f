import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type EmbeddedPostgres, ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { EmbeddedPostgresError } from '@labroom/local/postgres/embedded-postgres-error.ts';
import { explainCommand } from '@labroom/service/operator/labroom.ts';
import { ConfigurationError, readProcessEnv } from '@labroom/service/platform/config/env.ts';
import { deploymentCommands, runDeploymentCommand, usageOf } from './labroom/deployment-commands.ts';

/**
 * `npm run labroom -- <command>`: the operator's command line. Without `DATABASE_URL` it uses the database of this checkout,
 * running or not.
 */
const advice =
  'Set DATA_DIR to the directory of an installation, or DATABASE_URL to its database; only `npm start` makes a new one.';
const args = process.argv.slice(2);
if (args[0] && Object.hasOwn(deploymentCommands, args[0]))
  process.exitCode = await runDeploymentCommand(args[0], args.slice(1));
else if (explainCommand(args) || hasDatabase()) await import('@labroom/service/operator/main.ts');
else await onOwnDatabase();
if (args.length === 0 || (args.length === 1 && ['help', '--help', '-h'].includes(args[0] ?? '')))
  for (const name of Object.keys(deploymentCommands)) console.log(usageOf(name));

/** Whether this process or its settings file names a database. A problem of the file is told by the command itself. */
function hasDatabase(): boolean {
  try {
    return Boolean(readProcessEnv().DATABASE_URL);
  } catch (error) {
    if (error instanceof ConfigurationError) return true;
    throw error;
  }
}

async function onOwnDatabase(): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR || '.labroom');
  // A restore needs an existing directory; other commands need the data of a start.
  const wanted = args[0] === 'restore' ? dataDir : join(dataDir, 'postgres', 'data');
  if (!existsSync(wanted)) return fail(`There is no database: ${wanted} does not exist. ${advice}`);
  let postgres: EmbeddedPostgres;
  try {
    postgres = await ensureEmbeddedPostgres({ dataDir, port: Number(process.env.PG_PORT || 5433) });
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return fail(error.message);
    throw error;
  }
  process.env.DATABASE_URL = postgres.url;
  await import('@labroom/service/operator/main.ts');
  if (postgres.state !== 'adopted') await postgres.stop();
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
