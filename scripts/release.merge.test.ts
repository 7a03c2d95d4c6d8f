import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeScratchClone, type ScratchClone } from './release/scratch-clone.fixture.ts';
import { readTree } from './test-steps/run-record.ts';

let clone: ScratchClone;
/** Of version 9.1.0, which is prepared. */
let prepared: string;
beforeAll(async () => {
  clone = await makeScratchClone();
  await clone.commit('what is changed here');
  const { code, output } = await clone.release('--prepare', '--version', '9.1.0');
  expect([code, output]).toEqual([0, expect.stringContaining('Prepared 9.1.0')]);
  prepared = await clone.commit('chore: 9.1.0');
});
afterAll(() => clone[Symbol.asyncDispose]());

const read = (file: string) => readFile(join(clone.repository, file), 'utf8');

/** Asks for a release of a commit, by a record, and expects to be refused without a trace. */
async function refused(version: string, record: string, ...more: string[]): Promise<string> {
  const args = ['--version', version, '--tested', record, '--out', join(clone.folder, 'refused'), ...more];
  const { code, output } = await clone.release(...args);
  expect(code).toBe(1);
  expect(output).not.toMatch(/^\s+at /m);
  return output.trim();
}

test('preparing a version writes it wherever it stands, cuts the changelog and records the contracts', async () => {
  const manifests = (await clone.git('ls-files', '*package.json')).split('\n');
  expect(manifests.length).toBeGreaterThan(15);
  for (const file of manifests) {
    const text = await read(file);
    expect([file, JSON.parse(text).version]).toEqual([file, '9.1.0']);
    const named = [...text.matchAll(/"@labroom\/[\w-]+": "([^"]+)"/g)].map(([, version]) => version);
    expect(named.filter((version) => version !== '9.1.0')).toEqual([]);
  }
  const lockfile = JSON.parse(await read('package-lock.json'));
  const own = Object.entries<{ version: string }>(lockfile.packages).filter(
    ([key]) => !key.includes('node_modules/'),
  );
  expect(own.length).toBe(manifests.length);
  expect(own.filter(([, { version }]) => version !== '9.1.0')).toEqual([]);
  expect(await read('packages/cli/README.md')).toContain('/packages/labroom-9.1.0.tgz');
  expect(await read('packages/cli/command-line/version.ts')).toContain("'9.1.0'");
  expect(await read('packages/deploy/recorded-suites.generated.ts')).toContain('"9.1.0"');
  const changelog = await read('CHANGELOG.md');
  expect(changelog).toMatch(/^## \[Unreleased\]\n\n## \[9\.1\.0\] - \d{4}-\d\d-\d\d\n\n\S/m);
});

test('a release is refused without a record of a green run of everything on its commit', async () => {
  const tree = { commit: prepared, isClean: true };
  const other = await clone.git('rev-parse', 'HEAD~1');
  expect(await refused('9.1.0', join(clone.folder, 'none.json'))).toMatch(
    /^There is no record .*none\.json: run/,
  );
  expect(await refused('9.1.0', await clone.record(other))).toMatch(
    `The tests ran on commit ${other}, and not on ${prepared}.`,
  );
  const red = { isGreen: false, failedStep: 'Contracts', failed: 1 };
  expect(await refused('9.1.0', await clone.record(prepared, red))).toMatch(/^The tests failed: Contracts\./);
  const dirty = { treeAtEnd: { ...tree, isClean: false } };
  expect(await refused('9.1.0', await clone.record(prepared, dirty))).toMatch(
    /^The tests ran with files that commit/,
  );
  const untried = { untried: ['S3, as no radosgw could be installed'] };
  expect(await refused('9.1.0', await clone.record(prepared, untried))).toMatch(/^The tests left out: S3/);
  const record = await clone.record(prepared);
  await writeFile(record, '{}');
  expect(await refused('9.1.0', record)).toMatch(/is no record of `npm run test:full`/);
});

test('a release is refused for a version that its commit does not have, or whose changes are not in the changelog', async () => {
  expect(await refused('9.2.0', await clone.record(prepared))).toMatch(
    new RegExp(`^Commit ${prepared} is version 9\\.1\\.0, and not 9\\.2\\.0`),
  );
  expect(await refused('9.1', await clone.record(prepared))).toBe('"9.1" is no version like 1.2.3.');
  await writeFile(
    join(clone.repository, 'CHANGELOG.md'),
    (await read('CHANGELOG.md')).replace(/^## \[9\.1\.0\].*\n/m, ''),
  );
  const silent = await clone.commit('a changelog without the version');
  expect(await refused('9.1.0', await clone.record(silent))).toMatch(
    /^CHANGELOG\.md of this commit has no section "## \[9\.1\.0\] - <date>"/,
  );
  await clone.git('reset', '--quiet', '--hard', prepared);
});

test('a tag is never moved, and an unsigned one is not taken for a release', async () => {
  const record = await clone.record(prepared);
  await clone.git('tag', 'v9.1.0', 'HEAD~1');
  expect(await refused('9.1.0', record)).toMatch(
    /^The tag v9\.1\.0 is on commit .* already, and a tag is never moved/,
  );
  await clone.git('tag', '--delete', 'v9.1.0');
  await clone.git('tag', '--annotate', '-m', 'unsigned', 'v9.1.0');
  expect(await refused('9.1.0', record)).toMatch(/^The tag v9\.1\.0 exists and is not signed/);
  await clone.git('tag', '--delete', 'v9.1.0');
});

test('a release is refused by other code than that of its commit, into a folder that exists, and without a key that is named', async () => {
  const record = await clone.record(prepared);
  expect(await refused('9.1.0', record, '--out', clone.folder)).toMatch(
    /exists already: a release is written into a new/,
  );
  expect(await refused('9.1.0', record, '--sign-with', '/no/key.pub')).toBe('There is no key /no/key.pub.');
  expect(await refused('9.1.0', record, '--commit', 'nothing')).toMatch(/^There is no commit nothing in /);
  await writeFile(join(clone.repository, 'scripts/release/sign.ts'), 'export {};\n', { flag: 'a' });
  expect(await refused('9.1.0', record)).toMatch(
    /^scripts\/release\/sign\.ts is another than that of commit/,
  );
  await clone.git('checkout', '--quiet', '--', 'scripts');
});

test('the record of a run says whether files differ from the commit', async () => {
  expect(await readTree(clone.repository)).toEqual({ commit: prepared, isClean: true });
  await writeFile(join(clone.repository, 'new.ts'), '');
  expect(await readTree(clone.repository)).toEqual({ commit: prepared, isClean: false });
  await clone.git('clean', '--quiet', '--force');
  expect(await readTree(clone.folder)).toEqual({ commit: null, isClean: false });
});
