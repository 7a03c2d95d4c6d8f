import { Day, dayText, Moment, momentText } from '../arrays/times.ts';
import { cut } from '../source/cut.ts';
import { float32Text } from '../source/float32-text.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

/** The type of a value: how many bytes it has, and how it is written. */
export interface NpyType {
  name: string;
  bytes: number;
  textAt: (view: DataView, at: number) => string;
}

const MAX_TEXT = 300;
const MAX_ITEM_BYTES = 64 * 1024;
const NOT_A_TIME = -(2n ** 63n);

/** A type as NumPy names it, e.g. `<f8`: byte order, kind and bytes of a value. */
export function npyType(written: string): NpyType {
  const [, order = '', kind = '', digits = '', unit = ''] =
    /^([<>|=]?)([a-zA-Z?])(\d{0,9})(?:\[([^\]]{1,20})\])?$/.exec(written) ?? [];
  const isLittle = order !== '>';
  const size = Number(digits || '1');
  const bits = `${8 * size}-bit`;
  switch (`${kind}${size}`) {
    case 'f2':
      return real(`${bits} float`, 2, (view, at) => float16Text(view.getUint16(at, isLittle)));
    case 'f4':
      return real(`${bits} float`, 4, (view, at) => float32Text(view.getFloat32(at, isLittle)));
    case 'f8':
      return real(`${bits} float`, 8, (view, at) => String(view.getFloat64(at, isLittle)));
    case 'i1':
      return real(`${bits} integer`, 1, (view, at) => String(view.getInt8(at)));
    case 'i2':
      return real(`${bits} integer`, 2, (view, at) => String(view.getInt16(at, isLittle)));
    case 'i4':
      return real(`${bits} integer`, 4, (view, at) => String(view.getInt32(at, isLittle)));
    case 'i8':
      return real(`${bits} integer`, 8, (view, at) => String(view.getBigInt64(at, isLittle)));
    case 'u1':
      return real(`${bits} unsigned integer`, 1, (view, at) => String(view.getUint8(at)));
    case 'u2':
      return real(`${bits} unsigned integer`, 2, (view, at) => String(view.getUint16(at, isLittle)));
    case 'u4':
      return real(`${bits} unsigned integer`, 4, (view, at) => String(view.getUint32(at, isLittle)));
    case 'u8':
      return real(`${bits} unsigned integer`, 8, (view, at) => String(view.getBigUint64(at, isLittle)));
    case 'b1':
      return real('true or false', 1, (view, at) => (view.getUint8(at) === 0 ? 'False' : 'True'));
    case 'c8':
      return complex(npyType(`${order}f4`));
    case 'c16':
      return complex(npyType(`${order}f8`));
    case 'M8':
      return real(`time in ${unit}`, 8, (view, at) => timeText(view.getBigInt64(at, isLittle), unit));
  }
  if (kind === 'O')
    throw new UnreadableFileError('Its values are Python objects, which only Python can read, and may run.');
  const isText = (kind === 'S' || kind === 'U') && digits !== '';
  const bytes = kind === 'U' ? 4 * size : size;
  if (!isText || bytes === 0 || bytes > MAX_ITEM_BYTES)
    throw new UnreadableFileError(
      `Its values have a type that the preview cannot read: ${written.slice(0, 100)}.`,
    );
  return kind === 'S'
    ? { name: `text of ${bytes} bytes`, bytes, textAt: (view, at) => bytesText(view, at, bytes) }
    : {
        name: `text of ${size} characters`,
        bytes,
        textAt: (view, at) => unicodeText(view, at, size, isLittle),
      };
}

const real = (name: string, bytes: number, textAt: NpyType['textAt']): NpyType => ({ name, bytes, textAt });

/** A number of 16 bits (IEEE 754) in the fewest digits that tell it from its neighbours. */
function float16Text(bits: number): string {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const sign = bits >> 15 ? -1 : 1;
  if (exponent === 0x1f) return String(fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY);
  const step = 2 ** (Math.max(exponent, 1) - 25);
  const value = sign * (fraction + (exponent === 0 ? 0 : 1024)) * step;
  for (let digits = 1; digits < 5; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.abs(short - value) < step / 2) return String(short);
  }
  return String(Number(value.toPrecision(5)));
}

const complex = ({ name, bytes, textAt }: NpyType): NpyType => ({
  name: `complex number, each part a ${name}`,
  bytes: 2 * bytes,
  textAt(view, at) {
    const imaginary = textAt(view, at + bytes);
    return `${textAt(view, at)}${imaginary.startsWith('-') ? '' : '+'}${imaginary}j`;
  },
});

/** Texts of a fixed length end with zeros. */
const bytesText = (view: DataView, at: number, bytes: number) =>
  cut(
    new TextDecoder()
      .decode(new Uint8Array(view.buffer, view.byteOffset + at, bytes))
      .replace(/(?<!\0)\0+$/, ''),
    MAX_TEXT,
  );

function unicodeText(view: DataView, at: number, characters: number, isLittle: boolean): string {
  let text = '';
  for (let index = 0; index < Math.min(characters, MAX_TEXT + 1); index++) {
    const code = view.getUint32(at + 4 * index, isLittle);
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
  }
  return cut(text.replace(/(?<!\0)\0+$/, ''), MAX_TEXT);
}

const DECIMALS = { ms: 3, us: 6, ns: 9 } as const;

function timeText(count: bigint, unit: string): string {
  if (count === NOT_A_TIME) return 'NaT';
  if (unit === 'D') return dayText(new Day(Number(count)));
  if (unit === 's') return momentText(new Moment(count, 0), false);
  if (unit === 'ms' || unit === 'us' || unit === 'ns')
    return momentText(new Moment(count, DECIMALS[unit]), false);
  return `${count} ${unit} since 1970`;
}
