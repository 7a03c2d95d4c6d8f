import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/**
 * Builds `@labroom/contracts`: compiled modules with types, and the Solidity interfaces.
 *
 *     node contracts/package/build.ts [folder]
 *
 * The folder (default: `.labroom/package/contracts`) is replaced. `npm pack` in it makes the tarball.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const config = join(import.meta.dirname, 'tsconfig.json');
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config, '--outDir', join(folder, 'dist')]);
  await cp(join(ROOT, 'contracts/src/interfaces'), join(folder, 'interfaces'), { recursive: true });
  await cp(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const { version, license, dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const description = {
    name: '@labroom/contracts',
    version,
    license,
    description: 'ABIs, addresses, signed messages and Solidity interfaces of the Labroom contracts',
    type: 'module',
    sideEffects: false,
    exports: {
      '.': { types: './dist/package/index.d.ts', default: './dist/package/index.js' },
      './interfaces/*': './interfaces/*',
      './package.json': './package.json',
    },
    files: ['dist', 'interfaces'],
    dependencies: { zod: `^${dependencies.zod}` },
    peerDependencies: { viem: `^${dependencies.viem}`, '@openzeppelin/contracts': '^5.0.0' },
    // Only the Solidity interfaces import it.
    peerDependenciesMeta: { '@openzeppelin/contracts': { optional: true } },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(ROOT, '.labroom/package/contracts'));
  await buildPackage(folder);
  console.log(`Built ${folder}. Run npm pack there.`);
}
