type Bytes = Uint8Array<ArrayBuffer>;

const fromBase64 = (text: string): Bytes => Uint8Array.from(Buffer.from(text, 'base64'));

// A blue square on sand, as Chromium encoded it: Node has no encoder for these formats.
export const jpeg = fromBase64(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0o',
    'OjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2Nj',
    'Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAQABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/',
    'xAAeEAAABQUBAAAAAAAAAAAAAAAABRESEwEVI0JRYf/EABcBAAMBAAAAAAAAAAAAAAAAAAABAgP/xAAXEQEAAwAAAAAAAAAAAAAA',
    'AAAAEiJh/9oADAMBAAIRAxEAPwC8cG1rhwSyO3aiJ5XoE5tdJsEUbd3Kq+U4BwU3SHPFG7RyqntOATlNrmzyyN0aiL7XoKx0rSxT',
    'AAGa3//Z',
  ].join(''),
);
export const webp = fromBase64(
  [
    'UklGRjICAABXRUJQVlA4WAoAAAAgAAAAFwAADwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggRAAAAJADAJ0BKhgAEAA+0VSjS6gkoyGwCAEA',
    'GgllAJ0yglgG2AAo8gAA/uwKn/reH/615v/+uhcfyhbECPzkv2U8tT2wAAAA',
  ].join(''),
);
/** Half a second of two colours, VP8. */
export const webm = fromBase64(
  [
    'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAK4EU2bdLlNu4tTq4QVSalmU6yBbk27i1OrhBZU',
    'rmtTrIGTTbuLU6uEH0O2dVOsgdRNu4xTq4QcU7trU6yCAqbsrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAVSalmoCrXsYMPQkBEiYRD/441TYCGQ2hyb21lV0GGQ2hyb21lFlSua7yuuteBAXPFh3inPxedMh2DgQFV7oEBhoVW',
    'X1ZQOOCdsIEguoEgU8CBAVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1AQAAAAAAAcbngQCg2KGtgQAAAHACAJ0BKiAAIAACRwiFhYiZ',
    'hIgMggJ08sZh/gAA/vr6ljCaScyiifgAdaGmpqTugQGlnzACAJ0BKiAAIAAHBwiFhYiZhIgmAgAHkPPJwP7wXQCgxKGkgQBtABEC',
    'AAkQgAAYB2AQP/LmmYAhIAD+7/3DWhaEDnrvFpKQdaGYppbugQGlkbEBABwRPAAYABhYL/QACHAA+4EAoMOho4EA0QARAgAJEFAA',
    'GAdv8D/y5pmAcawA/vvo/pM4lT1lFoAAdaGYppbugQGlkbEBABwRLAAYABhYL/QACHAA+4FtoMehp4EBNQARAgAJEEAAGAdgED/y',
    '5pmAISAA/vWJH+rsT4UIJ/G83mtWIHWhmKaW7oEBpZGxAQAcERwAGAAYWC/0AAhwAPuB0aDFoaSBAZoAEQIACRA0ABgHb/A/8uaZ',
    'gHGsAP79i63XHS99/9ktaAB1oZimlu6BAaWRsQEAHBDsABgAGFgv9AAIcAD7ggE1oMyhq4EB/wBRAgAJECgAGAdgH8AQQTPmGgAh',
    'oAD++b4X/xDPR6mS7/4VbhiGToB1oZimlu6BAaWRsQEAHBDcABgAGFgv9AAIcAD7ggGaHFO7a427i7OBALeG94EB8YHU',
  ].join(''),
);

/** A second of 440 Hz, 8,000 samples of 8 bits. */
export function wav(): Bytes {
  const count = 8_000;
  const file = Buffer.alloc(44 + count);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + count, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    file.writeUInt16LE(value, at);
  file.writeUInt32LE(count, 24);
  file.writeUInt32LE(count, 28);
  file.write('data', 36);
  file.writeUInt32LE(count, 40);
  for (let at = 0; at < count; at++)
    file[44 + at] = 128 + Math.round(100 * Math.sin((at * 440 * 2 * Math.PI) / count));
  return Uint8Array.from(file);
}

/** 24-bit bitmap, rows from the bottom. */
export function bmp(): Bytes {
  const [width, height] = [24, 16];
  const file = Buffer.alloc(54 + width * height * 3);
  file.write('BM', 0);
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let at = 54; at < file.length; at++) file[at] = 90 + (((at - 54) * 7) % 120);
  return Uint8Array.from(file);
}

/** One white pixel. */
export const gif = fromBase64('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==');

/** A gray ramp as PNG within an icon file. */
export function ico(png: Uint8Array): Bytes {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([16, 16], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Uint8Array.from(Buffer.concat([head, png]));
}
