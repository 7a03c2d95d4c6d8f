import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readDeepPng } from './read-deep-png.ts';

const chunk = (type: string, content: Uint8Array) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
};

/** A PNG of rows that are already filtered, each after the number of its filter. */
function png(
  width: number,
  height: number,
  rows: Uint8Array,
  { depth = 16, colour = 0, interlace = 0 } = {},
) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  const packed = deflateSync(rows);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', packed.subarray(0, 5)),
      chunk('IDAT', packed.subarray(5)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}
const read = (bytes: Uint8Array<ArrayBuffer>) => readDeepPng(new Blob([bytes]));

it('reads the pixels of a camera of 12 bits, and the contrast that they need', async () => {
  const rows = [100, 200, 300, 400].flatMap((value) => [value >> 8, value & 255]);
  const page = await read(png(2, 2, Uint8Array.from([0, ...rows.slice(0, 4), 0, ...rows.slice(4)])));
  expect([...page.shown.values]).toEqual([100, 200, 300, 400]);
  expect(page).toMatchObject({
    width: 2,
    bits: 16,
    range: [100, 400],
    contrast: [100, 400],
    shown: { channels: 1 },
  });
});

it('reads rows of every filter, and colours without their opacity', async () => {
  const filtered = [
    [1, 1, 2, 0, 1, 0, 1],
    [2, 1, 1, 1, 1, 1, 1],
    [3, 1, 1, 1, 1, 1, 1],
    [4, 1, 1, 1, 1, 1, 1],
  ];
  const page = await read(png(3, 4, Uint8Array.from(filtered.flat())));
  expect([...page.shown.values].map((value) => value.toString(16).padStart(4, '0'))).toEqual([
    ...['0102', '0103', '0104'],
    ...['0203', '0204', '0205'],
    ...['0202', '0304', '0305'],
    ...['0303', '0405', '0506'],
  ]);
  const colours = await read(png(1, 1, Uint8Array.of(0, 1, 0, 2, 0, 3, 0, 255, 255), { colour: 6 }));
  expect([colours.shown.channels, ...colours.shown.values]).toEqual([3, 256, 512, 768]);
});

it('unpacks no more than the pixels of a bomb', async () => {
  expect([...(await read(png(1, 1, new Uint8Array(10_000_000)))).shown.values]).toEqual([0]);
});

it.each([
  ['no PNG', new Uint8Array(40), 'not a PNG image of 16 bits'],
  ['8 bits', png(1, 1, Uint8Array.of(0, 1), { depth: 8 }), 'not a PNG image of 16 bits'],
  ['interlaced rows', png(1, 1, Uint8Array.of(0, 1, 2), { interlace: 1 }), 'without interlace'],
  ['absurd sizes', png(4_000_000_000, 4_000_000_000, Uint8Array.of(0)), 'up to 256 MB'],
  ['no size', png(0, 1, Uint8Array.of(0)), 'no size'],
  ['too few pixels', png(2, 2, Uint8Array.of(0, 1, 2)), 'missing or changed'],
  ['an unknown filter', png(1, 1, Uint8Array.of(9, 1, 2)), 'unknown filter'],
])('says why it does not read an image of %s', async (_, bytes, message) => {
  await expect(read(bytes)).rejects.toThrow(message);
});
