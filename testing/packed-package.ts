import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from '#scripts/packages/build-package.ts';
import type { PublishedPackage } from '#scripts/packages/published-packages.ts';

const ROOT = resolve(import.meta.dirname, '..');
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
  await buildPackage(published, join(folder, 'built'));
  const pack = ['pack', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: join(folder, 'built') });
  const [{ filename }] = JSON.parse(stdout);
  const tarball = join(folder, filename);
  const installed = join(folder, 'node_modules', published.name);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  if (from === 'registry') {
    await run('npm', ['install', '--no-audit', '--no-fund', tarball, 'viem', ...more], { cwd: folder });
  } else {
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
    for (const name of ['viem', '@types/node', ...published.dependencies, ...more]) {
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
