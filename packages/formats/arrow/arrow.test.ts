import { inflateSync } from 'node:zlib';
import { dictionary, list, tableFromArrays, tableToIPC, timestamp, utf8 } from '@uwdata/flechette';
import { expect, it } from 'vitest';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { arrowFiles } from './arrow.fixture.ts';
import { readArrow } from './read-arrow.ts';

const fixture = (name: string) => inflateSync(Buffer.from(arrowFiles[name] ?? '', 'base64'));
const read = (bytes: Uint8Array) => readArrow(new Blob([new Uint8Array(bytes)]));

it.each(['q-uncompressed.arrow', 'q-lz4.arrow', 'q-zstd.arrow'])(
  'reads what polars wrote: %s',
  async (name) => {
    const table = await read(fixture(name));
    expect(table).toMatchObject({
      format: 'Arrow IPC file (Feather version 2)',
      rowCount: 40,
      batches: 1,
      header: ['f', 's', 'b', 'd', 'l', 'big'],
    });
    expect(table.columns.map(({ type }) => type)).toEqual([
      'float64',
      'text',
      'bool',
      'timestamp (ms)',
      'list',
      'uint64',
    ]);
    expect(table.rows.slice(0, 3)).toEqual([
      ['0', 'ü0', 'true', '1969-12-31T23:59:59.999', '[0,0.5]', '9007199254740993'],
      ['null', 'null', 'false', 'null', '[1,1.5]', '9007199254740994'],
      ['0.2', '', 'true', '1970-01-03T00:00:00.001', '[]', '9007199254740995'],
    ]);
    expect(table.rows[39]).toEqual([
      '3.9',
      'ü0',
      'false',
      '1970-02-09T00:00:00.038',
      '[39,39.5]',
      '9007199254741032',
    ]);
  },
);

it.each([
  ['js.arrow', 'Arrow IPC file (Feather version 2)'],
  ['js.arrows', 'Arrow IPC stream'],
])(
  'reads what Arrow for JavaScript wrote, which puts the columns of a file at its end: %s',
  async (name, format) => {
    expect(await read(fixture(name))).toMatchObject({
      format,
      rowCount: 3,
      rows: [
        ['1', 'q'],
        ['2', 'r'],
        ['3', 'q'],
      ],
    });
  },
);

const stream = (table: Parameters<typeof tableToIPC>[0]) =>
  tableToIPC(table, { format: 'stream' }) ?? new Uint8Array();

it('says which times are in UTC, with every stored decimal', async () => {
  const columns = { utc: [1_583_020_799_123.456], local: [0] };
  const types = { utc: timestamp(2, 'UTC'), local: timestamp(0) };
  const { rows } = await read(stream(tableFromArrays(columns, { types })));
  expect(rows).toEqual([['2020-02-29T23:59:59.123456Z', '1970-01-01T00:00:00']]);
});

it('reads the first rows, and counts all of them', async () => {
  const numbers = Int32Array.from({ length: 12_000 }, (_, index) => index);
  const table = await read(stream(tableFromArrays({ n: numbers })));
  expect([table.rowCount, table.rows.length, table.rows.at(-1)]).toEqual([12_000, 5_000, ['4999']]);
});

it.each([
  ['nothing', new Uint8Array(0), 'not an Arrow file'],
  ['a text', Buffer.from('a,b\n1,2\n'), 'not an Arrow file'],
  ['Feather of version 1', Buffer.from('FEA1xxxxxxFEA1'), 'Feather file of version 1'],
  ['a file that is cut', fixture('q-lz4.arrow').subarray(0, 1_500), 'damaged'],
  ['numbers with their high bytes first', fixture('big-endian'), 'high bytes first'],
])('says what is wrong: %s', async (_, bytes, message) => {
  const error = await read(bytes).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnreadableFileError);
  expect(String(error)).toContain(message);
});

/** A file whose offsets are changed: the numbers of `from`, 32 bits each, become those of `to`. */
function withOffsets(bytes: Uint8Array, from: number[], to: number[]): Uint8Array {
  const changed = Buffer.from(bytes);
  const at = changed.indexOf(Buffer.from(Int32Array.from(from).buffer));
  expect(at).toBeGreaterThan(0);
  changed.set(Buffer.from(Int32Array.from(to).buffer), at);
  return changed;
}

it.each([
  ['lists', stream(tableFromArrays({ l: [[1], [2, 3]] })), [0, 1, 3]],
  ['texts', stream(tableFromArrays({ s: ['a', 'bc'] }, { types: { s: utf8() } })), [0, 1, 3]],
  [
    'texts of a dictionary',
    stream(tableFromArrays({ s: ['a', 'bc', 'a'] }, { types: { s: dictionary(utf8()) } })),
    [0, 1, 3],
  ],
  [
    'lists of texts',
    stream(tableFromArrays({ l: [['a'], ['b', 'c']] }, { types: { l: list(utf8()) } })),
    [0, 1, 3],
  ],
])('refuses %s that overlap, or that are longer than the file', async (_, bytes, offsets) => {
  await expect(read(bytes)).resolves.toBeDefined();
  await expect(read(withOffsets(bytes, offsets, [0, 3, 1]))).rejects.toThrow(/damaged/);
  await expect(read(withOffsets(bytes, offsets, [0, 1, 2_147_483_647]))).rejects.toThrow(/damaged/);
});

it('survives every changed byte of the description', async () => {
  const whole = fixture('js.arrows');
  for (let at = 0; at < whole.length; at += 3) {
    const changed = Buffer.from(whole);
    changed[at] = 0xff;
    const result = await read(changed).catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toBeInstanceOf(UnreadableFileError);
  }
});
