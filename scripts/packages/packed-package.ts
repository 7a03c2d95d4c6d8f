import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readManifest } from '../architecture/workspaces.ts';
import { buildPackage } from './build-package.ts';
import type { PublishedPackage } from './published-packages.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

export interface ProjectWithPackage extends AsyncDisposable {
  folder: string;
  /** The first example of the package's README in a language. */
  exampleIn(language: string): Promise<string>;
  /** Checks the types of a program as strictly as its author may. */
  checkTypes(...files: string[]): Promise<void>;
}

/**
 * An empty project with the packed package, viem and `more` packages. They are installed from the registry, or links to what
 * this project has installed, which is quicker.
 */
export async function projectWithPackage(
  published: PublishedPackage,
  from: 'registry' | 'links',
  more: string[] = [],
): Promise<ProjectWithPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'labroom-package-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const built = join(folder, 'built');
  await buildPackage(published, built);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: built });
  const tarball = join(folder, JSON.parse(stdout)[0].filename);
  await rm(built, { recursive: true });
  const installed = join(folder, 'node_modules', published.name);
  if (from === 'registry') {
    const packages = [
      tarball,
      ...(readManifest(published.folder).publishConfig?.bin ? [] : ['viem']),
      ...more,
    ];
    await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder });
  } else {
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
    const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    for (const name of new Set(['viem', '@types/node', ...Object.keys(dependencies), ...more])) {
      const link = join(folder, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(ROOT, 'node_modules', name), link);
    }
  }
  return {
    folder,

    async exampleIn(language) {
      const readme = await readFile(join(installed, 'README.md'), 'utf8');
      const [, code] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(readme) ?? [];
      if (!code) throw new Error(`The README has no example in ${language}`);
      return code;
    },

    async checkTypes(...files) {
      const options = [
        '--strict',
        '--noEmit',
        '--target',
        'ES2022',
        '--module',
        'NodeNext',
        '--skipLibCheck',
      ];
      const all = [...options, '--allowImportingTsExtensions', '--types', 'node', ...files];
      await run(join(ROOT, 'node_modules/.bin/tsc'), all, { cwd: folder });
    },

    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
