import { type DataType, DateUnit, IntervalUnit, Precision, TimeUnit, Type } from '@uwdata/flechette';
import { decimalText } from '../arrays/decimal-text.ts';
import { dayText, Moment, momentText } from '../arrays/times.ts';
import { float32Text } from '../source/float32-text.ts';

const MAX_TEXT = 500;
const UNITS: Readonly<Record<number, string>> = { 0: 's', 1: 'ms', 2: 'µs', 3: 'ns' };
const DECIMALS: Readonly<Record<number, Moment['decimals']>> = {
  [TimeUnit.SECOND]: 0,
  [TimeUnit.MILLISECOND]: 3,
  [TimeUnit.MICROSECOND]: 6,
  [TimeUnit.NANOSECOND]: 9,
};
const MS_PER_DAY = 86_400_000;

/** What writes the values of a type: exactly, `null` where there is none. */
export function textOf(value: unknown, type: DataType): string {
  const plain = plainOf(value, type);
  return (typeof plain === 'object' && plain !== null ? JSON.stringify(plain) : String(plain)).slice(
    0,
    MAX_TEXT,
  );
}

type Plain = string | number | boolean | null | Plain[] | { [name: string]: Plain };

/** A value as it is shown: numbers that JSON rounds or does not have are text. */
function plainOf(value: unknown, type: DataType): Plain {
  if (value === null || value === undefined) return null;
  switch (type.typeId) {
    case Type.Dictionary:
      return plainOf(value, type.dictionary);
    case Type.RunEndEncoded:
      return plainOf(value, type.children[1]?.type ?? { typeId: Type.Null });
    case Type.List:
    case Type.LargeList:
    case Type.FixedSizeList:
      return partsOf(value).map((part) => plainOf(part, type.children[0]?.type ?? { typeId: Type.Null }));
    case Type.Struct: {
      const record = value as Record<string, unknown>;
      return Object.fromEntries(type.children.map(({ name, type: of }) => [name, plainOf(record[name], of)]));
    }
    case Type.Map: {
      const of = (place: number) => {
        const entry = type.children[0]?.type;
        return (entry?.typeId === Type.Struct && entry.children[place]?.type) || { typeId: Type.Null };
      };
      return (value as [unknown, unknown][])
        .slice(0, MAX_TEXT)
        .map((pair) => pair.map((part, place) => plainOf(part, of(place))));
    }
    default:
      return scalarOf(value, type);
  }
}

/** More parts than can be shown are left out. */
const partsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.slice(0, MAX_TEXT) : Array.from((value as Uint8Array).slice(0, MAX_TEXT));

function scalarOf(value: unknown, type: DataType): Plain {
  switch (type.typeId) {
    case Type.Timestamp:
      return momentText(
        new Moment(BigInt(value as bigint), DECIMALS[type.unit] ?? 0),
        Boolean(type.timezone),
      );
    case Type.Date:
      return dayText({ days: Math.floor(Number(value) / MS_PER_DAY) });
    case Type.Time:
      return momentText(new Moment(BigInt(value as bigint), DECIMALS[type.unit] ?? 0), false).slice(11);
    case Type.Duration:
      return `${value} ${UNITS[type.unit]}`;
    case Type.Decimal:
      return decimalText(BigInt(value as bigint), type.scale);
    case Type.Float:
      return type.precision === Precision.DOUBLE
        ? numberOf(value as number)
        : numberOf(Number(float32Text(value as number)));
    case Type.Interval:
      return intervalText(value, type.unit);
  }
  if (value instanceof Uint8Array) return `${value.length.toLocaleString('en')} bytes`;
  if (typeof value === 'number') return numberOf(value);
  return typeof value === 'boolean' ? value : String(value);
}

const numberOf = (value: number): Plain =>
  Number.isFinite(value) && !Object.is(value, -0) ? value : String(value);

function intervalText(value: unknown, unit: number): string {
  if (unit === IntervalUnit.YEAR_MONTH) return `${value} months`;
  const [first, second, third] = partsOf(value);
  return unit === IntervalUnit.DAY_TIME
    ? `${first} days ${second} ms`
    : `${first} months ${second} days ${third} ns`;
}

/** The name of a type, as Arrow's own programs write it. */
export function typeName(type: DataType): string {
  switch (type.typeId) {
    case Type.Dictionary:
      return `dictionary of ${typeName(type.dictionary)}`;
    case Type.Int:
      return `${type.signed ? '' : 'u'}int${type.bitWidth}`;
    case Type.Float:
      return { [Precision.HALF]: 'float16', [Precision.SINGLE]: 'float32', [Precision.DOUBLE]: 'float64' }[
        type.precision
      ];
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Utf8View:
      return 'text';
    case Type.Timestamp:
      return `timestamp (${UNITS[type.unit]}${type.timezone ? `, ${type.timezone.slice(0, 60)}` : ''})`;
    case Type.Time:
    case Type.Duration:
      return `${type.typeId === Type.Time ? 'time' : 'duration'} (${UNITS[type.unit]})`;
    case Type.Date:
      return type.unit === DateUnit.DAY ? 'date' : 'date (ms)';
    case Type.Decimal:
      return `decimal (${type.precision}, ${type.scale})`;
    case Type.List:
    case Type.LargeList:
    case Type.FixedSizeList:
      return 'list';
    default:
      return NAMES[type.typeId] ?? 'other';
  }
}

const NAMES: Readonly<Record<number, string>> = {
  [Type.Null]: 'null',
  [Type.Bool]: 'bool',
  [Type.Binary]: 'binary',
  [Type.LargeBinary]: 'binary',
  [Type.BinaryView]: 'binary',
  [Type.FixedSizeBinary]: 'binary',
  [Type.Interval]: 'interval',
  [Type.Struct]: 'struct',
  [Type.Map]: 'map',
  [Type.Union]: 'union',
  [Type.RunEndEncoded]: 'run-end encoded',
};
