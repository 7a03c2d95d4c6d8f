import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MAX_ENTRIES, readTar } from './read-tar.ts';

interface Header {
  name: string;
  size?: string;
  type?: string;
  target?: string;
  prefix?: string;
}

/** A header and the content behind it, filled up to blocks. */
function entry({ name, type = '0', target = '', prefix = '', ...given }: Header, content = '') {
  const body = Buffer.from(content);
  const block = Buffer.alloc(512);
  const size = given.size ?? body.length.toString(8).padStart(11, '0');
  for (const [at, text] of [
    [0, name],
    [124, size],
    [156, type],
    [157, target],
    [257, 'ustar'],
    [345, prefix],
  ] as const)
    block.write(text, at);
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([block, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}
const end = Buffer.alloc(1024);
const read = (...parts: Buffer[]) => readTar(new Blob([Uint8Array.from(Buffer.concat(parts))]));

const usual = [
  entry({ name: 'run/', type: '5' }),
  entry({ name: 'gel.txt', prefix: 'run/one' }, 'ten bytes.'),
  entry({ name: 'latest', type: '2', target: 'run/one' }),
];

it('lists files, folders and links, packed or not', async () => {
  const listed = {
    count: 3,
    isCut: false,
    entries: [
      { name: 'run/', kind: 'folder', bytes: 0, target: null },
      { name: 'run/one/gel.txt', kind: 'file', bytes: 10, target: null },
      { name: 'latest', kind: 'link', bytes: 0, target: 'run/one' },
    ],
  };
  expect(await read(...usual, end)).toEqual(listed);
  expect(await read(gzipSync(Buffer.concat([...usual, end])))).toEqual(listed);
  // Without the zeros at its end.
  expect(await read(...usual)).toEqual(listed);
  expect(await read(end)).toEqual({ count: 0, entries: [], isCut: false });
});

it('reads long names, as GNU and POSIX write them', async () => {
  const long = `${'deep/'.repeat(40)}größe.txt`;
  const record = (text: string) => {
    const length = Buffer.byteLength(text) + 5;
    return `${length} ${text}\n`;
  };
  const { entries } = await read(
    entry({ name: '././@LongLink', type: 'L' }, `${long}\0`),
    entry({ name: 'cut' }, 'x'),
    entry({ name: 'pax', type: 'x' }, record(`path=${long}`)),
    entry({ name: 'cut' }, 'x'),
    entry({ name: 'next' }, 'x'),
  );
  expect(entries.map(({ name }) => name)).toEqual([long, long, 'next']);
});

it('keeps the first of very many entries and counts all', async () => {
  const many = Buffer.concat(Array.from({ length: MAX_ENTRIES + 500 }, () => entry({ name: 'a' })));
  const { count, entries, isCut } = await read(many, end);
  expect([count, entries.length, isCut]).toEqual([MAX_ENTRIES + 500, MAX_ENTRIES, false]);
});

it.each([
  ['nothing', Buffer.alloc(0), 'not a TAR file'],
  ['another file', Buffer.from('a,b\n'.repeat(300)), 'not a TAR file'],
  ['a header that was changed', Buffer.concat([...usual, Buffer.alloc(512, 1)]), 'after 3 entries'],
  ['an entry without its end', entry({ name: 'a', size: '77777777777' }), 'longer than the file'],
  ['a size that is none', entry({ name: 'a', size: 'many' }), 'the size of an entry is impossible'],
  ['an endless name', entry({ name: 'a', type: 'L', size: '77777777777' }), 'too long'],
  ['a cut gzip', gzipSync(Buffer.concat(usual)).subarray(0, 60), 'damaged or incomplete'],
  ['a gzip of another file', gzipSync('x'.repeat(2_000)), 'not a TAR file'],
])('says why it does not list %s', async (_, bytes, message) => {
  await expect(read(bytes)).rejects.toThrow(message);
});
