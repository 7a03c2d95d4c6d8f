import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@labroom/testing/free-port.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'labroom-folder-test-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/** Copies the files of a start without the web app to a folder with this name. */
async function cloneInto(folder: string): Promise<void> {
  await mkdir(folder);
  for (const part of [
    'app/fonts',
    'components',
    'contracts',
    'docs',
    'lib',
    'packages',
    'local',
    'scripts',
    'service',
    'package.json',
  ])
    await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  const [from, to] = [await realpath(path.join(root, 'node_modules')), path.join(folder, 'node_modules')];
  await mkdir(to);
  // Links to workspaces are relative, so in a copy they lead to those of the copy.
  for (const name of await readdir(from))
    if (name === '@labroom')
      await cp(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true });
    else await symlink(path.join(from, name), path.join(to, name));
}

test('npm start works in a folder of any name, by a symlink, without a writable home, with umask 077 and NODE_ENV=production', {
  timeout: 240_000,
}, async () => {
  const folder = path.join(parent, "Mäx's 100%20 #1 lab?");
  await cloneInto(folder);
  const link = path.join(parent, 'a link');
  await symlink(folder, link);
  const [service, chain, postgres] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(
    '/bin/sh',
    ['-c', 'umask 077; exec "$0" local/start.ts --without-web', process.execPath],
    {
      cwd: link,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: '/dev/null/home',
        NODE_ENV: 'production',
        SERVICE_PORT: `${service}`,
        RPC_PORT: `${chain}`,
        PG_PORT: `${postgres}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const exited = once(child, 'close');
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Labroom is ready')) child.kill('SIGTERM');
    });
  const [code] = await exited;
  expect(output).toMatch(/labs .* 5 example labs made[\s\S]*Labroom is ready/);
  expect(code).toBe(0);
});
