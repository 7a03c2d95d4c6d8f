import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readText } from '../searchable/read-text.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { readXls } from './read-xls.ts';
import { workbooks } from './xls.fixture.ts';

const fixture = (name: string) => inflateSync(Buffer.from(workbooks[name] ?? '', 'base64'));
const read = (bytes: Uint8Array, sheet = 0) => readXls(new Blob([new Uint8Array(bytes)]), { sheet });
const textsOf = async (bytes: Uint8Array, sheet = 0) =>
  (await read(bytes, sheet)).rows.map(({ cells }) => cells.map(({ text }) => text));

it('reads cells as Excel shows them, and which sheets are hidden', async () => {
  const workbook = await read(fixture('xlwt'));
  expect(workbook).toMatchObject({
    sheets: [
      { name: 'Data', isHidden: false },
      { name: 'Notes', isHidden: true },
    ],
    rowCount: 4,
    width: 3,
  });
  expect(await textsOf(fixture('xlwt'))).toEqual([
    ['sample', 'mass (mg)', 'day'],
    ['Köln €', '1.25', '2020-02-29'],
    ['β-actin', '-7', '2020-03-01'],
    ['merged'],
  ]);
  expect(workbook.rows[3]).toMatchObject({ number: 5, cells: [{ span: { columns: 2, rows: 1 } }] });
  expect(workbook.rows[1]?.cells.map(({ isNumber }) => isNumber)).toEqual([false, true, true]);
  expect(await textsOf(fixture('xlwt'), 1)).toEqual([['found by search']]);
});

it('reads the saved results of formulas', async () => {
  expect(await read(fixture('libreOffice'))).toMatchObject({ hasFormulas: true });
  expect(await textsOf(fixture('libreOffice'))).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['2', '0'],
    ['3', '#DIV/0!'],
  ]);
});

it('finds the words of the sheets that are shown', async () => {
  const text = await readText(new Blob([new Uint8Array(fixture('xlwt'))]), { format: 'xls' });
  expect(text).toContain('β-actin');
  expect(text).not.toContain('found by search');
});

/** A workbook whose beginning says that it is locked: a record of that kind in the place of another one. */
function locked(): Uint8Array {
  const bytes = Buffer.from(fixture('xlwt'));
  const at = bytes.indexOf(Buffer.from([0x42, 0, 2, 0]));
  bytes[at] = 0x2f;
  return bytes;
}

it.each([
  ['nothing', new Uint8Array(0), 'not an Excel workbook'],
  ['a table in text', Buffer.from('a\tb\n1\t2\n'), 'rename it to .csv or .html'],
  ['HTML', Buffer.from('<html><table>'.repeat(100)), 'rename it to .csv or .html'],
  ['a compound file without workbook', fixture('xlwt').subarray(0, 1_024), 'workbook'],
  ['a workbook with a password', locked(), 'protected with a password'],
])('says what is wrong: %s', async (_, bytes, message) => {
  const error = await read(bytes).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnreadableFileError);
  expect(String(error)).toContain(message);
});

it.each(['xlwt', 'libreOffice'])('survives every cut and changed bytes: %s', async (name) => {
  const whole = fixture(name);
  const broken: Uint8Array[] = [];
  for (let at = 0; at < whole.length; at += 64) {
    broken.push(whole.subarray(0, at));
    const changed = Buffer.from(whole);
    changed.fill(0xff, at, at + 4);
    broken.push(changed);
    const zeroed = Buffer.from(whole);
    zeroed.fill(0, at, at + 4);
    broken.push(zeroed);
  }
  for (const bytes of broken) {
    const result = await read(bytes).catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toBeInstanceOf(UnreadableFileError);
  }
});

it('ends at a chain of sectors that leads back to itself', async () => {
  const bytes = Buffer.from(fixture('xlwt'));
  // The table of sectors is in the sector that the header names first.
  const table = (bytes.readUInt32LE(76) + 1) * 512;
  for (let at = table; at < table + 512; at += 4) bytes.writeUInt32LE(0, at);
  await expect(read(bytes)).rejects.toThrow('damaged');
});
