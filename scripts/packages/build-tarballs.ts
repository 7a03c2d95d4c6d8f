import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type PackageList, packageListSchema } from '@labroom/protocol/package-list';
import { buildPackage } from './build-package.ts';
import { publishedPackages } from './published-packages.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const inputs = ['packages', 'contracts', 'scripts/packages', 'service/routes/discovery/skill'];

/** Builds every package and packs it, unless `folder` has them from the same sources. */
export async function buildTarballs(
  folder: string,
): Promise<{ isBuilt: boolean; packages: PackageList['packages'] }> {
  const sources = await hashSources();
  const known = await readList(folder);
  if (known?.sources === sources) return { isBuilt: false, packages: known.packages };
  const work = await mkdtemp(join(tmpdir(), 'labroom-packages-'));
  try {
    const packages: PackageList['packages'] = [];
    for (const [name, published] of Object.entries(publishedPackages)) {
      const built = join(work, name);
      await buildPackage(published, built);
      packages.push(await pack(built, folder));
    }
    const list = { commit: await commitOf(), sources, packages };
    // Last: an interrupted build is repeated.
    await writeFile(join(folder, 'packages.json.new'), `${JSON.stringify(list, null, 2)}\n`);
    await rename(join(folder, 'packages.json.new'), join(folder, 'packages.json'));
    return { isBuilt: true, packages };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function pack(built: string, folder: string): Promise<PackageList['packages'][number]> {
  await mkdir(folder, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: built });
  const [{ name, version, filename: file }] = JSON.parse(stdout);
  const bytes = await readFile(join(folder, file));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  return { name, version, file, bytes: bytes.length, sha256, integrity };
}

/** The list of a folder; `null` if it has none, or a file of it is missing. */
async function readList(folder: string): Promise<PackageList | null> {
  const text = await readFile(join(folder, 'packages.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const list = packageListSchema.safeParse(JSON.parse(text));
  if (!list.success) return null;
  const sizes = list.data.packages.map(({ file, bytes }) =>
    stat(join(folder, file)).then(
      ({ size }) => size === bytes,
      () => false,
    ),
  );
  return (await Promise.all(sizes)).every(Boolean) ? list.data : null;
}

/** The commit of the sources; `null` where they are in no repository. The sources of a release name theirs in a file. */
async function commitOf(): Promise<string | null> {
  if (process.env.COMMIT) return process.env.COMMIT;
  const named = await readFile(join(root, '.labroom-commit'), 'utf8').catch(() => null);
  if (named !== null) return named.trim();
  return run('git', ['rev-parse', 'HEAD'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

async function hashSources(): Promise<string> {
  const files: string[] = [join(root, 'package-lock.json')];
  for (const input of inputs)
    for (const entry of await readdir(join(root, input), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && /\.(ts|md|json|sol)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
        files.push(join(entry.parentPath, entry.name));
  const hash = createHash('sha256').update(process.env.COMMIT ?? '');
  for (const file of files
    .filter((one) => !/node_modules|artifacts|\/cache\//.test(relative(root, one)))
    .sort())
    hash.update(`\0${relative(root, file)}\0`).update(await readFile(file));
  return hash.digest('hex');
}
