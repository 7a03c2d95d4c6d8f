import { sql } from 'drizzle-orm';
import { ConfigurationError } from '#platform/config/env.ts';
import { explainConnection, requireServer } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/open-database.ts';
import { openKms } from '#platform/kms/open-kms.ts';
import { databaseTime } from '#readiness/clock.ts';
import { clockFault, secretFault, spaceFault } from '#readiness/faults.ts';
import { countComparable } from '#readiness/running-processes.ts';
import { hasSpace } from '#readiness/space.ts';
import { compareInstallation } from '../installation/installation.ts';
import { type Examination, type Finding, failed, findingOf, off, ok, reasonOf } from './finding.ts';

/** The primary, what it was bound to, its clock and disk, other processes on it, and the standbys. Writes nothing. */
export const examineDatabase: Examination = {
  variable: 'DATABASE_URL',
  async run({ config, secrets, databaseUrl, replicaUrls }) {
    const standbys = Promise.all(replicaUrls.map(standby));
    try {
      await requireServer(databaseUrl);
    } catch (error) {
      return [...sentences(error), ...(await standbys)];
    }
    const db = openDatabase(databaseUrl, { maxConnections: 2 });
    try {
      const findings: Finding[] = [ok('DATABASE_URL: the database answers, and has what the schema needs.')];
      const { offsetSeconds } = await databaseTime(db);
      findings.push(
        findingOf(clockFault(offsetSeconds), 'The clocks of this machine and of the database agree.'),
      );
      findings.push(
        findingOf(spaceFault(await hasSpace(db)), 'DATABASE_URL: PostgreSQL can write to its disk.'),
      );
      const isUsed = await db.execute<{ it: boolean }>(
        sql`select to_regclass('installation') is not null as it`,
      );
      if (!isUsed.rows[0]?.it) {
        findings.push(off('DATABASE_URL: the database is empty. The first start creates its tables.'));
        return [...findings, ...(await standbys)];
      }
      findings.push(
        findingOf(
          await secretFault(db, secrets),
          `SERVICE_SECRET: compared with ${await countComparable(db)} running processes, none has another one.`,
        ),
      );
      const kms = await openKms(config, secrets, false).catch(() => null);
      if (kms) {
        const bound = await compareInstallation(db, { config, kms }).then(
          (installed) =>
            installed
              ? [ok('DATABASE_URL: it belongs to this environment, chain, contracts and master key.')]
              : [off('DATABASE_URL: no start has bound the database yet.')],
          sentences,
        );
        findings.push(...bound);
      }
      return [...findings, ...(await standbys)];
    } finally {
      await db.$client.end();
    }
  },
};

/** The problems that an error lists for operators. */
function sentences(error: unknown): Finding[] {
  if (error instanceof ConfigurationError) return error.problems.map(failed);
  return [failed(`DATABASE_URL: ${reasonOf(error)}`)];
}

async function standby(url: string, at: number): Promise<Finding> {
  const name = `DATABASE_REPLICA_URLS: server ${at + 1}`;
  const db = openDatabase(url, { maxConnections: 1 });
  try {
    const { rows } = await db.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`);
    return rows[0]?.is
      ? ok(`${name} is a standby that answers.`)
      : failed(`${name} is no standby, so it is not read.`);
  } catch (error) {
    return failed(`${name}: ${explainConnection(error)}`);
  } finally {
    await db.$client.end();
  }
}
