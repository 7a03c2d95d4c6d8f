import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unprivileged } from '@labroom/local/postgres/postgres-binaries.ts';
import {
  type DebianPostgres,
  hasDebianPostgres,
  startDebianPostgres,
} from '@labroom/testing/debian-postgres.ts';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseSuite } from './database.suite.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

// A second PostgreSQL comes from Debian. `npm test` installs it there, and reports when it cannot.
describe.runIf(hasDebianPostgres())("Debian's PostgreSQL, over TCP", () => {
  databaseSuite('as the owner of its database', async () => {
    const { url: adminUrl, crash, stop } = await startDebianPostgres();
    const newDatabase = async () => {
      const url = new URL(adminUrl);
      const name = `d${randomBytes(8).toString('hex')}`;
      Object.assign(url, { pathname: `/${name}`, username: name, password: randomBytes(8).toString('hex') });
      await query(adminUrl, `create role ${name} login password '${url.password}'`);
      await query(adminUrl, `create database ${name} owner ${name}`);
      return url.href;
    };
    return { adminUrl, newDatabase, crash, stop };
  });

  describe('with TLS', () => {
    let server: DebianPostgres;
    let dir: string;
    beforeAll(async () => {
      server = await startDebianPostgres();
      dir = await mkdtemp(join(tmpdir(), 'postgres-tls-'));
      await selfSigned(dir, 'server', '127.0.0.1');
      await selfSigned(dir, 'outsider', '127.0.0.1');
      await query(server.url, `alter system set ssl_cert_file = '${join(dir, 'server.crt')}'`);
      await query(server.url, `alter system set ssl_key_file = '${join(dir, 'server.key')}'`);
      await query(server.url, 'alter system set ssl = on');
      await query(server.url, 'select pg_reload_conf()');
    });
    afterAll(async () => {
      await server.stop();
      await rm(dir, { recursive: true });
    });

    /** Whether the connections of the service are encrypted when this is appended to `DATABASE_URL`. */
    async function isEncrypted(parameters: string): Promise<boolean> {
      const db = openDatabase(`${server.url}${parameters}`);
      try {
        const { rows } = await db.execute<{ ssl: boolean }>(
          sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
        );
        return rows[0]?.ssl === true;
      } finally {
        await db.$client.end();
      }
    }
    const verifyFull = (name: string) => `?sslmode=verify-full&sslrootcert=${join(dir, `${name}.crt`)}`;

    test('a server with a trusted certificate is used, with TLS only when requested', async () => {
      await expect.poll(() => isEncrypted(verifyFull('server'))).toBe(true);
      await migrate(`${server.url}${verifyFull('server')}`);
      expect(await isEncrypted('?sslmode=no-verify')).toBe(true);
      expect(await isEncrypted('')).toBe(false);
    });

    test('a server with an untrusted certificate is rejected, with a one-sentence reason', async () => {
      await expect.poll(() => isEncrypted(verifyFull('server'))).toBe(true);
      for (const parameters of ['?sslmode=verify-full', verifyFull('outsider')])
        await expect(migrate(`${server.url}${parameters}`)).rejects.toThrow(
          /DATABASE_URL: the database cannot be reached: self-signed certificate[^\n]*$/,
        );
    });
  });
});

/** A self-signed certificate, readable by the user that PostgreSQL runs as. */
async function selfSigned(dir: string, name: string, address: string): Promise<void> {
  const files = ['-keyout', join(dir, `${name}.key`), '-out', join(dir, `${name}.crt`)];
  const about = ['-days', '1', '-subj', `/CN=${name}`, '-addext', `subjectAltName=IP:${address}`];
  await promisify(execFile)('openssl', ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', ...files, ...about]);
  if (!unprivileged) return;
  for (const path of [dir, join(dir, `${name}.key`), join(dir, `${name}.crt`)])
    await chown(path, unprivileged.uid, unprivileged.gid);
}

async function query(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
