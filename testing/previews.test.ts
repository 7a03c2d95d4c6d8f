import { readFile } from 'node:fs/promises';
import { contentTypeOf } from '@labroom/client/upload/content-type';
import { formatOf, formats } from '@labroom/formats/formats';
import { expect, it, vi } from 'vitest';
import { previewCases } from '../e2e/previews/cases.ts';
import { previewsPage, tableHead, tableRow } from '../e2e/previews/preview-table.ts';

// The cases use it in browser tests only.
vi.mock('@playwright/test', () => ({ expect: null }));

it('has a browser test of every format', () => {
  const tested = previewCases.map(({ name }) => formatOf(name, contentTypeOf({ name, type: '' }))?.id);
  expect(formats.map(({ id }) => id).filter((id) => !tested.includes(id))).toEqual([]);
});

it('has a row in docs/previews.md for every browser test, with the limit of its format', async () => {
  const [, table = ''] = (await readFile(previewsPage, 'utf8')).split(tableHead);
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  // How much is loaded is measured by the browser tests.
  const withoutLoaded = rows.map((row) => row.replace(/\| \d+ kB \|/, '| … |'));
  expect(withoutLoaded).toEqual(previewCases.map((one) => tableRow(one, '…')));
});
