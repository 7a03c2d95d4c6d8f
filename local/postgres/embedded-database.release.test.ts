import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseSuite } from '@labroom/service/platform/db/database.suite.ts';
import { migrate } from '@labroom/service/platform/db/migrate.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { createTestDatabase } from '@labroom/testing/test-database.ts';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { ensureEmbeddedPostgres } from './embedded-postgres.ts';

databaseSuite('the embedded PostgreSQL', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-database-'));
  const port = await freePort();
  let server = await ensureEmbeddedPostgres({ dataDir, port });
  const adminUrl = server.url;
  return {
    adminUrl,
    async newDatabase() {
      const url = new URL(adminUrl);
      url.pathname = `/d${randomBytes(8).toString('hex')}`;
      await query(adminUrl, `create database ${url.pathname.slice(1)}`);
      return url.href;
    },
    async crash() {
      process.kill(server.pid, 'SIGKILL');
      await server.gone;
      server = await ensureEmbeddedPostgres({ dataDir, port });
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
});

describe('a PostgreSQL without its extensions', () => {
  test('is reported with a specific error', async () => {
    const { url, drop } = await createTestDatabase();
    const name = new URL(url).pathname.slice(1);
    await query(url, `alter database ${name} set extension_control_path = '/nowhere'`);
    await expect(migrate(url)).rejects.toThrow(
      'DATABASE_URL: the server lacks the extensions btree_gin, fuzzystrmatch, pg_trgm, unaccent',
    );
    await drop();
  });
});

async function query(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
