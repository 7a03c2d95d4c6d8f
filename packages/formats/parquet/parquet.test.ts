import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, it } from 'vitest';
import { Day, dayText, Moment, momentText } from '../arrays/times.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { loadCompressors, MAX_PAGE_BYTES } from './compressors.ts';
import { MAX_ROWS, readParquet } from './read-parquet.ts';
import { OUT_OF_RANGE, timeParsers } from './time-parsers.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index / 2);

function tableOf(count: number, codec: 'UNCOMPRESSED' | 'SNAPPY' = 'SNAPPY') {
  return new Uint8Array(
    parquetWriteBuffer({
      codec,
      columnData: [
        { name: 'sample', type: 'STRING', data: numbers(count).map((value) => `s${value}`) },
        { name: 'current_mA', type: 'DOUBLE', data: numbers(count) },
        { name: 'at', type: 'TIMESTAMP', data: numbers(count).map((value) => new Date(value * 2000)) },
      ],
    }),
  );
}

it.each(['UNCOMPRESSED', 'SNAPPY'] as const)('reads schema and rows (%s)', async (codec) => {
  const table = await readParquet(new Blob([tableOf(3, codec)]));
  expect(table).toMatchObject({ rowCount: 3, rowGroups: 1, codecs: [codec] });
  expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
    ['sample', 'text'],
    ['current_mA', 'double'],
    ['at', 'timestamp millis'],
  ]);
  expect(table.rows[2]).toEqual(['s1', '1', '1970-01-01T00:00:02.000Z']);
});

it('reads a small table whose dictionary is longer than what follows its data, and says what it cuts', async () => {
  const data = Array.from({ length: 40 }, (_, row) => `${row % 4}`.repeat(900));
  const bytes = parquetWriteBuffer({
    codec: 'UNCOMPRESSED',
    columnData: [{ name: 'long', type: 'STRING', data }],
  });
  const { rows } = await readParquet(new Blob([bytes]));
  expect([rows.length, rows[1]]).toEqual([40, [`${'1'.repeat(500)}…`]]);
});

type Column = Parameters<typeof parquetWriteBuffer>[0]['columnData'][number];
type Element = NonNullable<Parameters<typeof parquetWriteBuffer>[0]['schema']>[number];

/** The texts of the rows of one column, whose data is written as it is. */
async function textsOf(
  element: Omit<Element, 'name'>,
  data: Column['data'],
): Promise<(string | undefined)[]> {
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 'x', ...element },
  ];
  const bytes = parquetWriteBuffer({ schema, columnData: [{ name: 'x', data }] });
  return (await readParquet(new Blob([bytes]))).rows.map(([text]) => text);
}

const timestamps = (unit: 'MICROS' | 'NANOS', isAdjustedToUTC: boolean) =>
  ({ type: 'INT64', logical_type: { type: 'TIMESTAMP', unit, isAdjustedToUTC } }) as const;

it('shows every stored decimal of a time, and Z only where the column is in UTC', async () => {
  const data = [1_704_141_296_123_456n, -1n];
  expect(await textsOf(timestamps('MICROS', true), data)).toEqual([
    '2024-01-01T20:34:56.123456Z',
    '1969-12-31T23:59:59.999999Z',
  ]);
  expect((await textsOf(timestamps('MICROS', false), data))[0]).toBe('2024-01-01T20:34:56.123456');
  expect(await textsOf(timestamps('NANOS', false), [1_704_141_296_123_456_789n])).toEqual([
    '2024-01-01T20:34:56.123456789',
  ]);
});

it('shows dates and times of any year, and says what its writer could not store', () => {
  const iso = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10);
  for (const days of [0, 59, 60, -1, 11_016, 19_782, 19_783, -25_567, 2_932_896, -719_528])
    expect(dayText(new Day(days))).toBe(iso(days));
  expect(momentText(new Moment(9_089_380_393_200_000_000n, 6), true)).toBe('+290000-12-30T23:00:00.000000Z');
  expect(dayText(new Day(-2_227_085))).toBe('-004128-06-13');
  expect(timeParsers.timestampFromNanoseconds?.(-192_420_178_035_842_064_384n)).toBe(OUT_OF_RANGE);
});

it('shows decimal numbers as they are stored', async () => {
  const decimal = { converted_type: 'DECIMAL', scale: 2, precision: 18 } as const;
  const shown = ['0.03', '-1.10', '12345678901234567.91', '5.00'];
  expect(await textsOf({ type: 'INT64', ...decimal }, [3n, -110n, 1_234_567_890_123_456_791n, 500n])).toEqual(
    shown,
  );
});

it('shows null and empty text differently, and numbers of 32 bits in their own digits', async () => {
  const columnData: Column[] = [
    { name: 'text', type: 'STRING', data: ['', null, 'a'] },
    { name: 'single', type: 'FLOAT', data: [Math.fround(0.1), 1e-7, Number.NaN] },
  ];
  const { rows } = await readParquet(new Blob([parquetWriteBuffer({ columnData })]));
  expect(rows.map(([text]) => text)).toEqual(['', 'null', 'a']);
  expect(rows.map(([, single]) => single)).toEqual(['0.1', '1e-7', 'NaN']);
});

it('keeps the first rows of a long table and knows how many there are', async () => {
  const table = await readParquet(new Blob([tableOf(MAX_ROWS + 7)]));
  expect([table.rowCount, table.rows.length]).toEqual([MAX_ROWS + 7, MAX_ROWS]);
});

it('reads of a large table its list of columns and the columns of the first rows that are few enough bytes', async () => {
  const body = new Blob([tableOf(20_000, 'UNCOMPRESSED')]);
  const asked: number[] = [];
  const source = (mostBytes: number) => ({
    size: body.size,
    mostBytes,
    slice(start: number, end = body.size) {
      asked.push(end - start);
      return body.slice(start, end);
    },
  });
  const whole = await readParquet(body);
  const table = await readParquet(source(250_000));
  expect(table.header).toEqual(['sample']);
  expect(table.columns).toEqual(whole.columns);
  expect(table.rows).toEqual(whole.rows.map(([sample]) => [sample]));
  expect(asked.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(body.size / 2 + 600_000);
  expect(await readParquet(source(10))).toMatchObject({ header: [], rows: [], rowCount: 20_000 });
});

it('reads a table without rows', async () => {
  expect(await readParquet(new Blob([tableOf(0)]))).toMatchObject({ rowCount: 0, rows: [] });
});

it.each([
  ['empty', new Uint8Array(0), 'too short'],
  ['cut at the end', tableOf(50).slice(0, -20), 'its end is missing'],
  ['of another kind', new TextEncoder().encode('a,b\n1,2\n3,4\n5,6'), 'This is not a Parquet file'],
  ['encrypted', new TextEncoder().encode('PAR1........PARE'), 'encrypted with a key'],
])('says why a file that is %s cannot be read', async (_, bytes, message) => {
  await expect(readParquet(new Blob([bytes]))).rejects.toThrow(message);
});

it('says that a list of columns longer than the file is damaged', async () => {
  const bytes = tableOf(2);
  new DataView(bytes.buffer).setUint32(bytes.length - 8, 0xfffffff0, true);
  await expect(readParquet(new Blob([bytes]))).rejects.toThrow('longer than the file');
});

it('rejects a file whose values are missing', async () => {
  const bytes = tableOf(4_000, 'UNCOMPRESSED');
  const metadata = new DataView(bytes.buffer).getUint32(bytes.length - 8, true) + 8;
  const without = new Blob(['PAR1', bytes.slice(-metadata)]);
  await expect(readParquet(without)).rejects.toThrow(
    'The Parquet file is damaged: the column sample lies outside the file.',
  );
});

// A wrong byte within a page may keep the reader busy; the worker's time limit ends that.
it('survives any wrong byte in the list of columns', async () => {
  const bytes = tableOf(40);
  const length = new DataView(bytes.buffer).getUint32(bytes.length - 8, true) + 8;
  for (let at = bytes.length - length; at < bytes.length; at++) {
    const broken = bytes.slice();
    broken[at] = (broken[at] ?? 0) ^ 0xff;
    await readParquet(new Blob([broken])).then(
      (table) => expect(table.rows.length).toBeLessThanOrEqual(MAX_ROWS),
      (error: Error) => expect(error).toBeInstanceOf(UnreadableFileError),
    );
  }
});

it('unpacks pages of each codec, and none that claims too much', async () => {
  const codecs = ['SNAPPY', 'GZIP', 'BROTLI', 'ZSTD', 'LZ4', 'LZ4_RAW'] as const;
  const compressors = await loadCompressors(codecs);
  expect(Object.keys(compressors)).toEqual(codecs);
  for (const decompress of Object.values(compressors)) {
    expect(() => decompress(new Uint8Array(20), MAX_PAGE_BYTES + 1)).toThrow('too large for a preview');
    expect(() => decompress(new Uint8Array(20), -1)).toThrow('too large for a preview');
  }
  const page = Buffer.from('volt '.repeat(100));
  const packed = { GZIP: gzipSync(page), BROTLI: brotliCompressSync(page), ZSTD: zstdCompressSync(page) };
  for (const [codec, bytes] of Object.entries(packed)) {
    const unpacked = compressors[codec as keyof typeof packed]?.(new Uint8Array(bytes), page.length);
    expect(Buffer.from(unpacked ?? []).equals(page), codec).toBe(true);
  }
});
