import { randomBytes } from 'node:crypto';
import type { Database } from '@labroom/service/platform/db/database.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { Client } from 'pg';
import { afterAll } from 'vitest';
import { requireStack } from './require-stack.ts';

/** A database of its own for a test file, copied from the migrated template, and a way to drop it. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const template = new URL(requireStack('templateDatabaseUrl'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(template, `create database ${name} template ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(template, `drop database if exists ${name} with (force)`) };
}

/**
 * Connects to a migrated database that exists for one test file. Ends the connection and drops the database after the tests
 * of the file, so call it at the top of the file.
 */
export async function openTestDatabase(
  options?: Parameters<typeof openDatabase>[1],
): Promise<{ db: Database; url: string }> {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, options);
  afterAll(async () => {
    await db.$client.end();
    await drop();
  });
  return { db, url };
}

/** An empty database, as an operator gets it from somebody else: of a role that owns it and may nothing besides. */
export async function createOwnedDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const template = new URL(requireStack('templateDatabaseUrl'));
  const name = `owned_${randomBytes(8).toString('hex')}`;
  const url = Object.assign(new URL(template), { pathname: `/${name}`, username: name, password: name });
  await onServer(template, `create role ${name} login password '${name}'`);
  await onServer(template, `create database ${name} owner ${name}`);
  return {
    url: url.href,
    async drop() {
      await onServer(template, `drop database if exists ${name} with (force)`);
      await onServer(template, `drop role ${name}`);
    },
  };
}

async function onServer(template: URL, statement: string): Promise<void> {
  const server = new URL(template);
  // Not the template itself: a database with a connection cannot be copied.
  server.pathname = '/postgres';
  const client = new Client({ connectionString: server.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
