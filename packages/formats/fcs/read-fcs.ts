import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { decodedText } from '../text/decoded-text.ts';

export interface FcsParameter {
  /** `$PnN`, e.g. `FSC-A`. */
  name: string;
  /** `$PnS`: what was measured, e.g. `CD4`. */
  label: string | null;
  /** Values of the events that were read. */
  values: Float32Array;
}

export interface FcsFile {
  version: string;
  eventCount: number;
  cytometer: string | null;
  /** Start of the measurement, as the file writes it. */
  date: string | null;
  parameters: FcsParameter[];
  /** Every `stride`-th event is read. */
  stride: number;
}

export const MAX_EVENTS = 100_000;
const MAX_VALUES = 8_000_000;
const MAX_PARAMETERS = 500;
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const CHUNK_BYTES = 8 * 1024 * 1024;

const damaged = (why: string) => new UnreadableFileError(`The FCS file is damaged: ${why}.`);

/**
 * Reads the events of the first data set of an FCS 2.0, 3.0, 3.1 or 3.2 file (ISAC's Data File Standard). Of many events,
 * reads equally spaced ones. The sizes that the file claims are compared with its length before anything is allocated.
 */
export async function readFcs(body: Blob): Promise<FcsFile> {
  const head = await decodedText(body.slice(0, 58));
  const version = head.slice(0, 6);
  if (!/^FCS[23]\.\d$/.test(version)) throw new UnreadableFileError('This is not an FCS file.');
  const offsetAt = (at: number) => wholeNumber(head.slice(at, at + 8), 'its first line');
  const keywords = await readKeywords(body, offsetAt(10), offsetAt(18));
  const numberOf = (name: string) => wholeNumber(keywords.get(name) ?? '', name);
  if ((keywords.get('$MODE') ?? 'L').toUpperCase() !== 'L') {
    throw new UnreadableFileError('The FCS file contains histograms instead of events.');
  }
  const parameterCount = numberOf('$PAR');
  if (parameterCount < 1 || parameterCount > MAX_PARAMETERS) {
    throw damaged(`it claims ${parameterCount.toLocaleString('en')} parameters`);
  }
  const columns = Array.from({ length: parameterCount }, (_, index) => columnOf(keywords, index + 1));
  const rowBytes = columns.reduce((sum, { bytes }) => sum + bytes, 0);
  const eventCount = numberOf('$TOT');
  const start = offsetAt(26) || numberOf('$BEGINDATA');
  const available = Math.max(0, body.size - start);
  if (eventCount * rowBytes > available) {
    const present = Math.floor(available / rowBytes).toLocaleString('en');
    throw damaged(`it claims ${eventCount.toLocaleString('en')} events and has ${present}`);
  }
  const maxEvents = Math.min(MAX_EVENTS, Math.floor(MAX_VALUES / parameterCount));
  const stride = Math.max(1, Math.ceil(eventCount / maxEvents));
  const isLittle = (keywords.get('$BYTEORD') ?? '1,2,3,4').trim().startsWith('1');
  const values = await readEvents(body.slice(start, start + eventCount * rowBytes), {
    columns,
    rowBytes,
    stride,
    isLittle,
  });
  return {
    version,
    eventCount,
    cytometer: keywords.get('$CYT')?.trim() || null,
    date: [keywords.get('$DATE'), keywords.get('$BTIM')].filter(Boolean).join(' ').trim() || null,
    parameters: columns.map(({ name, label }, index) => ({
      name,
      label,
      values: values[index] ?? new Float32Array(0),
    })),
    stride,
  };
}

function wholeNumber(text: string, where: string): number {
  const value = Number(text.trim());
  if (!Number.isSafeInteger(value) || value < 0) throw damaged(`${where} has no valid number`);
  return value;
}

/** Keywords and values, parted by the first character. A doubled one stands for itself. */
async function readKeywords(body: Blob, start: number, end: number): Promise<ReadonlyMap<string, string>> {
  if (start < 58 || end <= start || end >= body.size) throw damaged('its keywords lie outside the file');
  if (end - start > MAX_TEXT_BYTES) throw new UnreadableFileError('Its keywords are too long for a preview.');
  const text = await decodedText(body.slice(start, end + 1));
  const delimiter = text.charAt(0);
  const doubled = '\u0000';
  const parts = text
    .slice(1)
    .replaceAll(delimiter + delimiter, doubled)
    .split(delimiter);
  const keywords = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [name = '', value = ''] = [parts[at], parts[at + 1]];
    keywords.set(name.trim().toUpperCase(), value.replaceAll(doubled, delimiter).slice(0, 1_000));
  }
  return keywords;
}

interface Column {
  name: string;
  label: string | null;
  bytes: number;
  read: (view: DataView, at: number, isLittle: boolean) => number;
}

function columnOf(keywords: ReadonlyMap<string, string>, number: number): Column {
  const name = keywords.get(`$P${number}N`)?.trim() || `Parameter ${number}`;
  const label = keywords.get(`$P${number}S`)?.trim() || null;
  const bits = wholeNumber(keywords.get(`$P${number}B`) ?? '', `$P${number}B`);
  switch ((keywords.get('$DATATYPE') ?? '').trim().toUpperCase()) {
    case 'F':
      if (bits !== 32) throw damaged(`${name} has ${bits} bits`);
      return { name, label, bytes: 4, read: (view, at, isLittle) => view.getFloat32(at, isLittle) };
    case 'D':
      if (bits !== 64) throw damaged(`${name} has ${bits} bits`);
      return { name, label, bytes: 8, read: (view, at, isLittle) => view.getFloat64(at, isLittle) };
    case 'I': {
      const range = Number(keywords.get(`$P${number}R`) ?? '');
      return { name, label, ...integerOf(bits, range) };
    }
    default:
      throw new UnreadableFileError('The events of the FCS file are stored as text or in an unknown type.');
  }
}

/** Unsigned integers. Bits above the range of the parameter are not part of the value (FCS 3.1, 3.3.5). */
function integerOf(bits: number, range: number): Pick<Column, 'bytes' | 'read'> {
  const mask = range > 0 && range < 2 ** 32 ? 2 ** Math.ceil(Math.log2(range)) : 2 ** 32;
  const within = (value: number) => value % mask;
  switch (bits) {
    case 8:
      return { bytes: 1, read: (view, at) => within(view.getUint8(at)) };
    case 16:
      return { bytes: 2, read: (view, at, isLittle) => within(view.getUint16(at, isLittle)) };
    case 24:
      return {
        bytes: 3,
        read: (view, at, isLittle) => {
          const [low, high] = isLittle ? [at, at + 2] : [at + 2, at];
          return within(view.getUint8(low) + 256 * view.getUint8(at + 1) + 65_536 * view.getUint8(high));
        },
      };
    case 32:
      return { bytes: 4, read: (view, at, isLittle) => within(view.getUint32(at, isLittle)) };
    default:
      throw new UnreadableFileError(`The events of the FCS file are integers of ${bits} bits.`);
  }
}

interface Layout {
  columns: readonly Column[];
  rowBytes: number;
  stride: number;
  isLittle: boolean;
}

async function readEvents(
  data: Blob,
  { columns, rowBytes, stride, isLittle }: Layout,
): Promise<Float32Array[]> {
  const eventCount = Math.floor(data.size / rowBytes);
  const readCount = Math.ceil(eventCount / stride);
  const values = columns.map(() => new Float32Array(readCount));
  const rowsPerChunk = Math.max(1, Math.floor(CHUNK_BYTES / rowBytes));
  let next = 0;
  for (let first = 0; first < eventCount; first += rowsPerChunk) {
    const last = Math.min(eventCount, first + rowsPerChunk);
    if (next >= last) continue;
    const view = new DataView(await data.slice(first * rowBytes, last * rowBytes).arrayBuffer());
    for (; next < last; next += stride) {
      let at = (next - first) * rowBytes;
      for (const [index, { bytes, read }] of columns.entries()) {
        const column = values[index];
        if (column) column[next / stride] = read(view, at, isLittle);
        at += bytes;
      }
    }
  }
  return values;
}
