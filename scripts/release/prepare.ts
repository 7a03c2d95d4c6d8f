import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutSection } from './changelog.ts';
import { ReleaseError } from './release-error.ts';
import { runProgram } from './run-program.ts';

/** Files that give a version as their own example, and stay as they are. */
const examples = /^(?:CHANGELOG\.md|package-lock\.json)$|\.test\.ts$|\.generated\.ts$/;

/**
 * Prepares a version in the working tree: cuts its section of the changelog, writes the version wherever it stands, and records the code of
 * the contracts. Returns the files that changed. Commits nothing.
 */
export async function prepareVersion(repository: string, version: string, date: string): Promise<string[]> {
  const read = (file: string) => readFile(join(repository, file), 'utf8');
  const { version: before } = JSON.parse(await read('package.json')) as { version: string };
  const changes = new Map<string, string>();
  const change = async (file: string, edit: (text: string) => string) => {
    const text = await read(file);
    const edited = edit(text);
    if (edited !== text) changes.set(file, edited);
  };
  await change('CHANGELOG.md', (text) => cutSection(text, version, date));
  const { stdout } = await runProgram('git', ['ls-files', '-z'], { cwd: repository });
  for (const file of stdout.split('\0')) {
    if (/(?:^|\/)package\.json$/.test(file)) await change(file, (text) => withVersion(text, before, version));
    else if (/\.(?:md|ts|tsx|json)$/.test(file) && !examples.test(file))
      await change(file, (text) => withTarballs(text, before, version));
  }
  await change('packages/cli/command-line/version.ts', (text) =>
    text.replace(`version = '${before}'`, `version = '${version}'`),
  );
  await change('package-lock.json', (text) => withLockedVersion(text, before, version));
  for (const [file, text] of changes) await writeFile(join(repository, file), text);
  await runProgram(process.execPath, ['scripts/record-suite.ts'], { cwd: repository });
  const changed = await runProgram('git', ['diff', '--name-only'], { cwd: repository });
  return changed.stdout.trim().split('\n');
}

/** Requires a version that follows another. */
export function requireVersionNumber(version: string): void {
  if (!/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/.test(version))
    throw new ReleaseError(`"${version}" is no version like 1.2.3.`);
}

/** A manifest with another version, of itself and of the other workspaces that it names. */
function withVersion(text: string, before: string, version: string): string {
  return text
    .replace(`\n  "version": "${before}"`, () => `\n  "version": "${version}"`)
    .replace(/("@labroom\/[\w-]+": )"([^"]+)"/g, (all, key: string, named: string) =>
      named === before ? `${key}"${version}"` : all,
    );
}

/** A text with the names of the tarballs of another version. */
function withTarballs(text: string, before: string, version: string): string {
  return text.replace(
    /\b(labroom(?:-client|-contracts)?)-(\d+\.\d+\.\d+)\.tgz/g,
    (all, name: string, named: string) => (named === before ? `${name}-${version}.tgz` : all),
  );
}

function withLockedVersion(text: string, before: string, version: string): string {
  const lockfile = JSON.parse(text);
  if (lockfile.version === before) lockfile.version = version;
  for (const [folder, entry] of Object.entries<Record<string, unknown>>(lockfile.packages)) {
    if (folder.includes('node_modules/')) continue;
    if (entry.version === before) entry.version = version;
    for (const list of ['dependencies', 'devDependencies', 'peerDependencies']) {
      const named = entry[list] as Record<string, string> | undefined;
      for (const name of Object.keys(named ?? {}))
        if (named && name.startsWith('@labroom/') && named[name] === before) named[name] = version;
    }
  }
  return `${JSON.stringify(lockfile, null, 2)}\n`;
}
