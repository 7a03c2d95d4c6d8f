import type { FileMetaData, SchemaElement, SchemaTree } from 'hyparquet';
import { decimalText } from '../arrays/decimal-text.ts';
import { Day, dayText, Moment, momentText } from '../arrays/times.ts';
import { cut } from '../source/cut.ts';
import { float32Text } from '../source/float32-text.ts';

const MAX_TEXT = 500;

/** Decimal numbers whose stored whole number is read, because a number of JavaScript has fewer digits. */
const isExact = ({ converted_type, type }: SchemaElement): boolean =>
  converted_type === 'DECIMAL' && type !== 'BYTE_ARRAY';

/** The metadata by which values are read as they are stored. */
export function asStored(metadata: FileMetaData, columns: readonly SchemaTree[]): FileMetaData {
  const exact = new Set(columns.map(({ element }) => element).filter(isExact));
  const schema = metadata.schema.map((element) => {
    if (!exact.has(element)) return element;
    const { converted_type: _, logical_type: __, ...stored } = element;
    return stored;
  });
  return { ...metadata, schema };
}

/** What writes the values of a column: exactly, `null` where there is none. */
export function textOfColumn({ element, children }: SchemaTree): (value: unknown) => string {
  const isUtc = timesOf({ element, children }).every(isInUtc);
  const scale = element.scale ?? 0;
  const isFloat32 = element.type === 'FLOAT';
  return (value) => {
    if (value === null || value === undefined) return 'null';
    if (isExact(element)) return storedDecimal(value, scale);
    if (element.converted_type === 'DECIMAL' && typeof value === 'number') return value.toFixed(scale);
    if (isFloat32 && typeof value === 'number') return float32Text(value);
    return textOf(value, isUtc);
  };
}

/** The elements of a column that are times. */
function timesOf({ element, children }: Pick<SchemaTree, 'element' | 'children'>): SchemaElement[] {
  if (children.length > 0) return children.flatMap(timesOf);
  const isTime =
    element.type === 'INT96' ||
    element.logical_type?.type === 'TIMESTAMP' ||
    element.converted_type?.startsWith('TIMESTAMP');
  return isTime ? [element] : [];
}

/** The types of the first versions of the format are in UTC; INT96 has no zone. */
function isInUtc({ type, logical_type: logical }: SchemaElement): boolean {
  if (type === 'INT96') return false;
  return logical?.type !== 'TIMESTAMP' || logical.isAdjustedToUTC;
}

function textOf(value: unknown, isUtc: boolean): string {
  const plain = (part: unknown): unknown => {
    if (part instanceof Moment) return momentText(part, isUtc);
    if (part instanceof Day) return dayText(part);
    if (part instanceof Uint8Array) return `${part.length.toLocaleString('en')} bytes`;
    // JSON has neither.
    if (typeof part === 'bigint' || (typeof part === 'number' && !Number.isFinite(part))) return String(part);
    return part;
  };
  const shown = plain(value);
  const text =
    typeof shown === 'object' ? JSON.stringify(shown, (_, part: unknown) => plain(part)) : String(shown);
  return cut(text, MAX_TEXT);
}

function storedDecimal(stored: unknown, scale: number): string {
  const whole = wholeOf(stored);
  if (whole === null || !Number.isSafeInteger(scale) || scale < 0 || scale > 100)
    return textOf(stored, false);
  return decimalText(whole, scale);
}

function wholeOf(stored: unknown): bigint | null {
  if (typeof stored === 'bigint') return stored;
  if (typeof stored === 'number') return Number.isSafeInteger(stored) ? BigInt(stored) : null;
  if (!(stored instanceof Uint8Array) || stored.length > 64) return null;
  const unsigned = stored.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return BigInt.asIntN(8 * stored.length, unsigned);
}
