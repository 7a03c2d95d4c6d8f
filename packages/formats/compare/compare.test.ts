import { gzipSync } from 'node:zlib';
import { encodePdf } from '@labroom/example-labs/encoders/pdf.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { compare } from './compare.ts';
import type { Change, ListedFormat } from './comparison.ts';
import { markDifference } from './pixel-difference.ts';
import { indexRows, randomSeeds } from './row-index.ts';

const run = (format: ListedFormat, former: string, later: string) =>
  compare(new Blob([later]), { format, former: new Blob([former]) });
const sign = { same: ' ', removed: '-', added: '+' };
/** As a person reads it: `-` and `+`, and changed words in brackets. */
const shown = (changes: readonly Change[]) =>
  changes.flatMap(({ place, lines }) => [
    place,
    ...lines.map(
      ({ kind, pieces }) =>
        sign[kind] + pieces.map((piece) => (piece.kind === 'same' ? piece.text : `[${piece.text}]`)).join(''),
    ),
  ]);

it('counts and marks the words that differ, with the lines around them', async () => {
  const former = ['a', 'b', 'The mean was 3.1 mM today.', 'c', 'd', 'e', 'f', 'g', 'old'].join('\n');
  const later = ['a', 'b', 'The median was 3.4 mM today.', 'c', 'd', 'e', 'f', 'g', 'new'].join('\r\n');
  const { summary, changes } = await run('text', former, later);
  expect(summary).toBe('3 words in 2 places');
  expect(shown(changes)).toEqual([
    'Line 3',
    ' a',
    ' b',
    '-The [mean] was 3.[1] mM today.',
    '+The [median] was 3.[4] mM today.',
    ' c',
    ' d',
    'Line 9',
    ' f',
    ' g',
    '-[old]',
    '+[new]',
  ]);
});

it.each<[ListedFormat, string, string, string]>([
  ['text', 'same', 'same', 'No change'],
  ['text', 'a\nb', 'a\r\nb', 'Only line ends differ'],
  ['text', '', 'one two', '2 words in 1 place'],
  ['table', 'id,x\n1,2\n', 'id;x\r\n"1";"2"', 'No change'],
  ['table', 'id,x,y\n1,2,3\n4,5,6', 'y,id,x\n3,1,2\n6,4,5', 'No change'],
  ['table', 'id,x\na,1\nb,2\nc,3', 'id,x\nc,3\na,1\nb,9', '1 cell in row 3'],
  ['table', 'id,x\na,1\nb,2', 'id,x,z\na,1,7\nb,2,8', '1 column added or removed'],
  ['table', 'id,x\na,1\nb,2', 'id,x\na,1\nc,2', '1 row added, 1 row removed'],
  ['table', 'g,x\na,1\na,1\na,2', 'g,x\na,1\na,1\na,3', '1 cell in row 3'],
  ['table', 'id,x\na,"1\n2"\nb,"say ""no"""', 'id,x\na,"1\n2"\nb,"say ""yes"""', '1 cell in row 2'],
  ['table', 'id,x\na,12', 'id,x\na,1,2', '1 column added or removed, 2 cells in row 1'],
])('%s: %j and %j: %s', async (format, former, later, expected) => {
  const { summary } = await run(format, former, later);
  expect(summary).toBe(expected);
});

it('shows a changed cell by row, key and column', async () => {
  const [count, changed, shownRow] = isQuick ? [7_000, 6_900, '6,901'] : [70_000, 69_000, '69,001'];
  const dose = changed % 7;
  const rows = Array.from({ length: count }, (_, row) => `S-${row},${row % 7},note`);
  const former = `sample id,dose,comment\n${rows.join('\n')}\n`;
  const { summary, changes, notes } = await run(
    'table',
    former,
    former.replace(`S-${changed},${dose},`, `S-${changed},4,`),
  );
  expect(summary).toBe(`1 cell in row ${shownRow}`);
  expect(notes).toEqual(['Rows are matched by the column “sample id”.']);
  expect(shown(changes)).toEqual([
    `Row ${shownRow}, sample id = S-${changed}`,
    `-[dose: ${dose}]`,
    '+[dose: 4]',
  ]);
});

it('shows changed values by their path, and no others after an insertion', async () => {
  const former = { dose: { unit: 'mM', steps: [1, { at: 2 }, 3] }, 'to go': true };
  const later = { dose: { unit: 'µM', steps: [0, 1, { at: 4 }, 3] }, added: null };
  const { summary, changes } = await run('json', JSON.stringify(former), JSON.stringify(later));
  expect(summary).toBe('5 values');
  expect(shown(changes)).toEqual([
    '$.dose.unit',
    '-["mM"]',
    '+["µM"]',
    '$.dose.steps[0]',
    '+[0]',
    '$.dose.steps[2].at',
    '-[2]',
    '+[4]',
    '$["to go"]',
    '-[true]',
    '$.added',
    '+[null]',
  ]);
});

it('compares numbers as they are written, and keys that occur twice', async () => {
  const { summary, changes } = await run(
    'json',
    '{"id":12345678901234567890,"a":1,"mass":1.10,"b":1,"b":2,"s":"\\u0041"}',
    '{"id":12345678901234567891,"a":2,"mass":1.1,"b":1,"b":3,"s":"A"}',
  );
  expect(summary).toBe('4 values');
  expect(shown(changes)).toEqual([
    '$.id',
    '-[12345678901234567890]',
    '+[12345678901234567891]',
    '$.a',
    '-[1]',
    '+[2]',
    '$.mass',
    '-[1.10]',
    '+[1.1]',
    '$["b (2)"]',
    '-[2]',
    '+[3]',
  ]);
  const { notes } = await run('json', '{"s":"\\u0041","t":[{},[]]}', '{ "t":[{},[]], "s":"A" }');
  expect(notes[0]).toMatch(/No value differs. The text differs/);
});

it('shows the beginning of an added value of any size', async () => {
  const value = `{"a":[1,{"b":null}],"c":[${'['.repeat(9_000)}${']'.repeat(9_000)}]}`;
  const { changes } = await run('json', '{}', `{"x":${value},"y":{"z":[true,"é"]}}`);
  expect(shown(changes).slice(2)).toEqual(['$.y', '+[{"z":[true,"é"]}]']);
  expect(shown(changes)[1]).toMatch(/^\+\[\{"a":\[1,\{"b":null\}\],"c":\[\[+/);
  expect(shown(changes)[1]?.length).toBeLessThan(500);
});

it('compares the cells of notebooks, their sources and outputs', async () => {
  const cell = (source: string, text: string) => ({
    cell_type: 'code',
    execution_count: 1,
    source,
    outputs: [{ output_type: 'stream', name: 'stdout', text }],
  });
  const notebook = (...cells: object[]) => JSON.stringify({ nbformat: 4, cells });
  const former = notebook(cell('import a', ''), cell('fit(1)', 'r = 0.91'), cell('end', ''));
  const later = notebook(cell('import a', ''), cell('fit(2)', 'r = 0.97'), cell('end', ''), cell('plot', ''));
  const { summary, changes } = await run('notebook', former, later);
  expect(summary).toBe('2 cells');
  expect(changes.map(({ place }) => place)).toEqual([
    'Cell 2 (code), line 1',
    'Cell 2 (code), output, line 1',
    'Cell 4 (code, added), line 1',
  ]);
  const broken = await run('notebook', former, later.slice(0, -20));
  expect(broken.notes[0]).toMatch(/not a notebook/);
});

// Takes long, and few changes can break it.
if (!isQuick)
  it('ends with bounded answers for hostile files', async () => {
    const deep = (value: string) => `${'['.repeat(20_000)}${value}${']'.repeat(20_000)}`;
    const wide = (value: string) => {
      const names = Array.from({ length: 45_000 }, (_, column) => `c${column}`);
      return `${names}\n${names.map((_, column) => (column === 37_777 ? value : column))}`;
    };
    const long = (value: string) => `${'x y '.repeat(100_000)}${value}${' z'.repeat(100_000)}`;
    const different = (prefix: string) =>
      Array.from({ length: 10_000 }, (_, line) => `${prefix}${line}`).join('\n');
    const answers = [
      await run('json', deep('1'), deep('2')),
      await run('table', wide('a'), wide('b')),
      await run('text', long('a'), long('b')),
      await run('text', different('a'), different('b')),
      await run('table', different('a,'), different('b,')),
      await run('table', `id,x\n1,"${different('a')}`, `id,x\n1,"${different('b')}`),
      await run('table', '', 'id,x\n1,2'),
    ];
    for (const { summary, changes } of answers) {
      expect(summary).not.toBe('No change');
      expect(changes.length).toBeLessThanOrEqual(300);
      expect(JSON.stringify(changes).length).toBeLessThan(300_000);
    }
    expect(answers[1]?.summary).toBe('1 cell in row 1');
    expect(answers[2]?.summary).toBe('1 word in 1 place');
  });

it('compares texts in other encodings, and in gzip files, by their characters', async () => {
  const utf16 = new Blob([new Uint8Array(Buffer.from('\uFEFFid,x\n1,Größe\n', 'utf16le'))]);
  const latin1 = new Blob([new Uint8Array(Buffer.from('id,x\n1,Größe\n', 'latin1'))]);
  const packed = new Blob([new Uint8Array(gzipSync('id,x\n1,Länge\n'))]);
  for (const format of ['table', 'text'] as const) {
    expect((await compare(utf16, { format, former: latin1 })).summary).toBe('No change');
    const { changes } = await compare(packed, { format, former: latin1 });
    expect(JSON.stringify(changes)).toMatch(/Größe.*Länge/);
  }
  const bytes = new Blob([new Uint8Array([1, 0, 2])]);
  await expect(compare(bytes, { format: 'text', former: bytes })).rejects.toThrow('not a text');
});

it('compares the text of PDFs, and says that nothing else is compared', async () => {
  const pdf = (...lines: string[]) => new Blob([encodePdf([{ title: 'Doses', lines }])]);
  const compared = (former: Blob, later: Blob) => compare(later, { format: 'pdf', former });
  const { summary, notes, changes } = await compared(
    pdf('The mean was 3.1 mM.', 'Same.'),
    pdf('The mean was 3.4 mM.', 'Same.'),
  );
  expect(summary).toBe('1 word in 1 place');
  expect(notes).toEqual(['Only the text is compared, not pictures and layout.']);
  expect(shown(changes).filter((line) => line.includes('['))).toEqual([
    '-The mean was 3.[1] mM.',
    '+The mean was 3.[4] mM.',
  ]);
  expect((await compared(pdf('Same.'), pdf('Same.'))).summary).toBe('No change of the text');
  await expect(compared(new Blob(['no PDF']), pdf('Same.'))).rejects.toThrow();
});

it('counts the pixels that differ, marks them red and the others pale, and says where they are', () => {
  const white = () => new Uint8ClampedArray(4 * 3 * 4).fill(255);
  const [former, later] = [white(), white()];
  // The pixels (1, 1) and (2, 2) of four columns and three rows; the alpha value of the second.
  later.set([0, 0, 0], 4 * (4 + 1));
  later[4 * (2 * 4 + 2) + 3] = 254;
  expect(markDifference(former, later, 4)).toEqual({
    changed: 2,
    box: { x: 1, y: 1, width: 2, height: 2 },
  });
  expect([...former.subarray(4 * 5, 4 * 5 + 4)]).toEqual([200, 30, 30, 255]);
  expect([...former.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
  expect(markDifference(white(), white(), 4)).toEqual({ changed: 0, box: null });
});

it('takes a line feed for the end of a row unless a carriage return is directly before it', async () => {
  const shape = { separator: 44, columns: new Uint32Array(), key: null };
  const { count, starts } = await indexRows(new Blob(['a,b\r,\nc,d\r\n"e"\r"f"\n']), shape, randomSeeds());
  expect(count).toBe(5);
  expect([...starts.slice(0, 6)]).toEqual([0, 4, 6, 11, 15, 19]);
});

it('reads both versions as a person chose: encoding, separator and header', async () => {
  const bytes = (text: string) => new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]);
  // Windows-1251: the letters д and а.
  const [former, later] = [bytes('1,5;\xe4\n2,5;x'), bytes('1,5;\xe0\n2,5;x')];
  const choice = { encoding: 'windows-1251', table: { separator: ';', hasHeader: false } } as const;
  const { summary, changes } = await compare(later, { format: 'table', former, ...choice });
  expect(summary).toBe('1 cell in row 1');
  expect(shown(changes)).toEqual(['Row 1, Column 1 = 1,5', '-[Column 2: д]', '+[Column 2: а]']);
  const text = await compare(later, { format: 'text', former, encoding: 'windows-1251' });
  expect(shown(text.changes)).toContain('-1,5;[д]');
});

it('parts rows as it judges where the chosen separator is no single byte', async () => {
  const former = new Blob(['id,x\n1,2\n']);
  const table = { separator: '§' };
  const { summary } = await compare(new Blob(['id,x\n1,3\n']), { format: 'table', former, table });
  expect(summary).toBe('1 cell in row 1');
});
