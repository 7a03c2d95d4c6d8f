import type { LockPatience, MigrationRun } from '#platform/db/apply-migrations.ts';
import { migrateBeforehand } from '#platform/db/migrate.ts';
import type { DatabaseCommand } from './core/command.ts';
import { requireOwnDatabase } from './installation/installation.ts';

export const migrate = migrateCommand();

/** @param waiting for locks of other sessions */
export function migrateCommand(waiting?: LockPatience): DatabaseCommand {
  return {
    summary: 'migrates the database before an upgrade, while everything runs; a start does the same',
    options: { 'dry-run': { summary: 'only list what would run' } },
    async runOnDatabase({ configuration, options, print }) {
      const { config, databaseUrl } = configuration;
      await requireOwnDatabase(databaseUrl, config);
      const isDry = options['dry-run'] === true;
      const runs: MigrationRun[] = [];
      const report = (run: MigrationRun) => {
        runs.push(run);
        print(describe(run));
      };
      const { pending, all, locked } = await migrateBeforehand(databaseUrl, { isDry, report, waiting });
      if (pending.length === 0) {
        print(`The database has all ${all} migrations of this version.`);
        return true;
      }
      if (isDry) {
        for (const name of pending) print(name);
        print(`${pending.length} of ${all} migrations would run.`);
        return true;
      }
      if (runs.length > 0) print(summary(runs));
      if (!locked) return true;
      const left = pending.length - runs.length;
      print(`Not done: ${left} of ${pending.length} migrations, because ${locked.message}.`);
      return 'incomplete';
    },
  };
}

function describe({ name, took, blockedWrites, locks }: MigrationRun): string {
  const tables = locks.map(({ table, mode }) => `${table} (${mode})`).join(', ');
  const blocked = tables ? `no write for at most ${ms(blockedWrites)} to ${tables}` : 'no write waited';
  return `${name}: ${ms(took)}, ${blocked}`;
}

function summary(runs: readonly MigrationRun[]): string {
  const took = runs.reduce((sum, run) => sum + run.took, 0);
  const longest = runs.reduce((most, run) => (run.blockedWrites > most.blockedWrites ? run : most));
  const blocked =
    longest.blockedWrites > 0
      ? `Writes to one table waited for at most ${ms(longest.blockedWrites)} (${longest.name}).`
      : 'No write waited.';
  return `${runs.length} migrations ran in ${ms(took)}. ${blocked}`;
}

const ms = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
