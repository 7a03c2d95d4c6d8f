import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeLicences } from './describe-licences.ts';

interface Package {
  licence?: string;
  /** Name of a file → text. */
  files?: Record<string, string>;
  isInstalled?: boolean;
  locked?: object;
}

/** Describes the licences of packages, each in version 1.0.0. */
async function describe(packages: Record<string, Package>): Promise<string> {
  await using sources = await mkdtempDisposable(path.join(tmpdir(), 'labroom-licences-test-'));
  const locked: Record<string, object> = {};
  const components = [];
  for (const [
    name,
    { licence = 'MIT', files = {}, isInstalled = true, locked: entry = {} },
  ] of Object.entries(packages)) {
    const folder = `node_modules/${name}`;
    locked[folder] = entry;
    components.push({ name, version: '1.0.0', licence, folder });
    if (isInstalled) await mkdir(path.join(sources.path, folder), { recursive: true });
    for (const [file, text] of Object.entries(files))
      await writeFile(path.join(sources.path, folder, file), text);
  }
  await writeFile(path.join(sources.path, 'package-lock.json'), JSON.stringify({ packages: locked }));
  return await describeLicences(sources.path, '1.2.3', components);
}

test('packages are grouped by licence, those with one text together, with what must go along', async () => {
  const text = await describe({
    b: { files: { 'LICENSE.md': 'Text of b and a\r\n' } },
    a: { files: { license: 'Text of b and a' } },
    c: {
      licence: 'Apache-2.0',
      files: { LICENSE: 'Text of c', NOTICE: 'Notice of c', 'license.js': 'code' },
    },
  });
  expect(text).toMatch(/Labroom 1\.2\.3/);
  expect(text).toMatch(/Apache-2\.0: 1 package\n=+\n\nc 1\.0\.0\n\nText of c\n\nNotice of c\n/);
  expect(text).toMatch(/MIT: 2 packages\n=+\n\na 1\.0\.0\nb 1\.0\.0\n\nText of b and a\n/);
  expect(text).not.toContain('code');
});

test('packages without a text, or under a licence that may not be shipped, are all named', async () => {
  await expect(
    describe({
      fine: { files: { LICENSE: 'Text' } },
      silent: { files: { 'README.md': 'MIT' } },
      copyleft: { licence: 'GPL-3.0-only', files: { LICENSE: 'Text' } },
      missing: { isInstalled: false },
    }),
  ).rejects.toThrow(
    'silent 1.0.0 has no text of its licence; copyleft is under GPL-3.0-only, which Labroom may not ship; missing 1.0.0 has no text of its licence',
  );
});

test('a part for another platform has the text of its whole, and recorded texts are used where a package has none', async () => {
  const text = await describe({
    whole: { files: { LICENSE: 'Text of the whole' }, locked: { optionalDependencies: { part: '1.0.0' } } },
    part: { isInstalled: false, locked: { optional: true } },
    '@img/sharp-libvips-linux-x64': { licence: 'LGPL-3.0-or-later' },
  });
  expect(text).toMatch(/part 1\.0\.0\nwhole 1\.0\.0\n\nText of the whole/);
  expect(text).toContain('https://github.com/lovell/sharp-libvips');
  expect(text).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
});

test('links to workspaces are not listed', async () => {
  expect(await describe({ '@labroom/client': { locked: { link: true } } })).not.toContain('@labroom/client');
});
