import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, ensureEmbeddedPostgres } from './embedded-postgres.ts';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  let dataDir: string;
  const started: EmbeddedPostgres[] = [];
  async function start(port: number): Promise<EmbeddedPostgres> {
    const server = await ensureEmbeddedPostgres({ dataDir, port });
    started.push(server);
    return server;
  }

  // mkdtemp makes a private folder, so if the tests run as root, "nobody" cannot traverse the path to the data.
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'labroom-postgres-test-'));
  });
  afterEach(async () => {
    for (const server of started.splice(0)) await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('keeps committed rows after kill -9, and reports that the server has ended', async () => {
    const port = await freePort();
    const first = await start(port);
    await query(first.url, 'create table sample (id int); insert into sample values (7)');
    process.kill(first.pid, 'SIGKILL');
    await first.gone;
    const second = await start(port);
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second.url, 'select id from sample')).toEqual([{ id: 7 }]);
  });

  test('adopts a running server on the same data', async () => {
    const first = await start(await freePort());
    const second = await start(await freePort());
    expect(second.pid).toBe(first.pid);
    expect(second.url).toBe(first.url);
  });

  test('starts if a stale lock names a process of another user', async () => {
    const port = await freePort();
    const first = await start(port);
    await first.stop();
    const lock = path.join(dataDir, 'postgres', 'data', 'postmaster.pid');
    await writeFile(lock, `${process.pid}\n/elsewhere\n1\n${port}\n\n127.0.0.1\n`);
    const second = await start(port);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('rejects connections without the password, which is in a private file and in no log', async () => {
    const { url } = await start(await freePort());
    const { password } = new URL(url);
    await expect(query(url.replace(password, 'wrong'), 'select 1')).rejects.toThrow(/password/);
    expect((await stat(path.join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(dataDir, 'logs', 'postgres.log'), 'utf8')).not.toContain(password);
  });

  test('starts one server for two concurrent first starts', async () => {
    const port = await freePort();
    const [first, second] = await Promise.all([start(port), start(port)]);
    expect(second.pid).toBe(first.pid);
    expect(second.url).toBe(first.url);
  });

  test('reports a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start(port)).rejects.toMatchObject({
      failure: 'PORT_IN_USE',
      message: expect.stringContaining(`127.0.0.1:${port}`),
    });
    await new Promise((resolve) => other.close(resolve));
  });

  test('reports a broken data directory', async () => {
    const port = await freePort();
    await mkdir(path.join(dataDir, 'postgres', 'data'), { recursive: true });
    await expect(start(port)).rejects.toMatchObject({ failure: 'BROKEN_DATA_DIRECTORY' });

    await rm(path.join(dataDir, 'postgres'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres'), 'a file');
    await expect(start(port)).rejects.toMatchObject({ failure: 'BROKEN_DATA_DIRECTORY' });
  });

  test('reports the message of PostgreSQL if its files are damaged', async () => {
    const port = await freePort();
    await (await start(port)).stop();
    const control = path.join(dataDir, 'postgres', 'data', 'global', 'pg_control');
    await chmod(control, 0o600);
    await writeFile(control, '');
    await expect(start(port)).rejects.toMatchObject({
      failure: 'START_FAILED',
      message: expect.stringContaining('pg_control'),
    });
  });
});
