import { execFileSync } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMakeDebianSystem, type DebianSystem, makeDebianSystem } from './debian-system.ts';
import { runCommand } from './rehearsal/command.ts';
import { type Rehearsal, startRehearsal } from './rehearsal/start-rehearsal.ts';
import { catchUp } from './rehearsal/timelock.ts';

const root = resolve(import.meta.dirname, '..');
const serviceUrl = 'http://127.0.0.1:4000';
const webUrl = 'http://127.0.0.1:3000';

/** The `sh` blocks of a page. */
async function blocksOf(page: string): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

describe.runIf(canMakeDebianSystem())('docs/running-on-debian.md in a new Debian', () => {
  let rehearsal: Rehearsal;
  let debian: DebianSystem;
  let variables: Record<string, string>;

  beforeAll(async () => {
    [rehearsal, debian] = await Promise.all([startRehearsal(84532), makeDebianSystem()]);
    const { code, output } = await runCommand(rehearsal.shell(), `${rehearsal.commands[0]} --yes`);
    if (code !== 0) throw new Error(output);
    // As the public chain, it has a new block every two seconds or less.
    await catchUp(rehearsal.chain.rpcUrl);
    await copyFile(join(rehearsal.dir, 'contracts.json'), join(debian.dir, 'root/contracts.json'));
    execFileSync('git', ['clone', '--quiet', root, join(debian.dir, 'root/source')]);
    variables = {
      SOURCE: '/root/source',
      CONTRACTS: '/root/contracts.json',
      RPC_URL: rehearsal.chain.rpcUrl,
      PUBLIC_RPC_URL: rehearsal.chain.rpcUrl,
      SERVICE_URL: serviceUrl,
      WEB_URL: webUrl,
      PAY_TO: rehearsal.payTo,
      FACILITATOR: rehearsal.facilitator.url,
    };
  }, 600_000);
  afterAll(async () => {
    await debian?.[Symbol.asyncDispose]();
    await rehearsal?.[Symbol.asyncDispose]();
  });

  test('leads from nothing to a service and a web app that answer', { timeout: 1_800_000 }, async () => {
    const [programs = '', settings = '', start = '', check = ''] =
      await blocksOf('docs/running-on-debian.md');
    // Debian starts PostgreSQL by systemd when it is installed.
    const withDatabase = programs.replace(/^useradd /m, 'pg_ctlcluster 15 main start\n$&');
    await debian.run([withDatabase, settings, start].join('\n'), variables);

    const ready = await fetch(`${serviceUrl}/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'ready', chain: true, storage: true, problems: [] }),
    ]);
    await expect
      .poll(async () => (await fetch(webUrl).catch(() => null))?.status, { timeout: 60_000 })
      .toBe(200);

    const examined = await debian.run(`cd /opt/labroom\nset +e\n${check}\ntrue`, {
      LABROOM_ENV_FILE: '/etc/labroom/labroom.env',
    });
    expect(examined).toContain('ok      SERVICE_URL: the service is ready.');
    expect(examined.split('\n').filter((line) => line.startsWith('FAILED'))).toEqual([]);
  });
});
