import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ExistingFiles } from './existing-files.tsx';
import { type Existing, useExisting } from './use-existing.ts';

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const known = new Map([
  ['raw/plate.csv', { did: 'did:1', version: 1, accessLevel: 'PUBLIC' }],
  ['raw/dose.csv', { did: 'did:2', version: 4, accessLevel: 'ADMIN' }],
  ['raw/later.csv', { did: 'did:3', version: 2, accessLevel: 'LATER' }],
]);

async function ask(...paths: string[]) {
  let existing: Existing | undefined;
  function Question() {
    existing = useExisting(paths, known);
    return <ExistingFiles existing={existing} total={paths.length} />;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Question />));
  const { body } = document;
  return {
    text: () => body.textContent,
    kept: () => paths.map((path) => existing?.keptBy(path)),
    skipped: () => paths.filter((path) => existing?.isSkipped(path)),
    choose: (label: string) =>
      act(async () =>
        [...body.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label))?.click(),
      ),
    close: () => act(async () => root.unmount()),
  };
}

it('says that a file exists, and that its new version keeps its access', async () => {
  const one = await ask('raw/plate.csv', 'raw/new.csv');
  expect(one.text()).toContain('plate.csv already exists (version 1)');
  expect(one.text()).toContain('Upload as new version 2. It keeps its access: Everyone.');
  expect(one.kept()).toEqual(['PUBLIC', undefined]);
  expect(one.skipped()).toEqual([]);
  await one.close();
});

it('keeps both under other access, or skips what exists, as chosen', async () => {
  const several = await ask('raw/plate.csv', 'raw/dose.csv', 'raw/new.csv');
  expect(several.text()).toContain('2 of 3 files already exist');
  expect(several.text()).toContain('Each keeps the access of its file.');
  expect(several.kept()).toEqual(['PUBLIC', 'ADMIN', undefined]);
  await several.choose('Keep both');
  expect(several.kept()).toEqual([undefined, undefined, undefined]);
  await several.choose('Skip them');
  expect(several.skipped()).toEqual(['raw/plate.csv', 'raw/dose.csv']);
  await several.close();
});

it('asks nothing where nothing exists, or the level of a file is of a later service', async () => {
  const none = await ask('raw/new.csv', 'raw/later.csv');
  expect(none.text()).toBe('');
  await none.close();
});
