import { float32Text } from '../source/float32-text.ts';

export interface Reference {
  name: string;
  length: number;
}

const BASES = '=ACMGRSVTWYHKDBN';
const OPERATIONS = 'MIDNSHP=X';

/** An alignment as a line of SAM. Throws a `RangeError` if a length of it leads outside. */
export function recordText(record: DataView, references: readonly Reference[]): string {
  const int = (at: number) => record.getInt32(at, true);
  const [reference, mate] = [int(0), int(20)];
  const nameBytes = record.getUint8(8);
  const operations = record.getUint16(12, true);
  const bases = int(16);
  const cigarAt = 32 + nameBytes;
  const basesAt = cigarAt + 4 * operations;
  const qualitiesAt = basesAt + Math.ceil(bases / 2);
  if (bases < 0 || qualitiesAt + bases > record.byteLength) throw new RangeError('Outside the alignment');
  const nameOf = (index: number) => (index < 0 ? '*' : (references[index]?.name ?? '*'));
  const tags = tagTexts(record, qualitiesAt + bases);
  // More operations than have room stand in a tag.
  const long = tags.find((tag) => tag.startsWith('CG:B:I,'));
  const cigar = long
    ? long
        .slice(7)
        .split(',')
        .map((value) => operationText(Number(value)))
        .join('')
    : Array.from({ length: operations }, (_, index) =>
        operationText(record.getUint32(cigarAt + 4 * index, true)),
      ).join('');
  return [
    textAt(record, 32, nameBytes) || '*',
    record.getUint16(14, true),
    nameOf(reference),
    int(4) + 1,
    record.getUint8(9),
    cigar || '*',
    mate >= 0 && mate === reference ? '=' : nameOf(mate),
    int(24) + 1,
    int(28),
    bases === 0 ? '*' : Array.from({ length: bases }, (_, index) => baseAt(record, basesAt, index)).join(''),
    qualityText(record, qualitiesAt, bases),
    ...tags.filter((tag) => tag !== long),
  ].join('\t');
}

const operationText = (packed: number) => `${packed >>> 4}${OPERATIONS[packed & 15] ?? '?'}`;

const baseAt = (record: DataView, at: number, index: number) =>
  BASES[(record.getUint8(at + (index >> 1)) >> (index % 2 === 0 ? 4 : 0)) & 15];

/** 255 stands for no quality. */
function qualityText(record: DataView, at: number, count: number): string {
  if (count === 0 || record.getUint8(at) === 255) return '*';
  return Array.from({ length: count }, (_, index) =>
    String.fromCharCode(record.getUint8(at + index) + 33),
  ).join('');
}

const textAt = (record: DataView, at: number, length: number) =>
  new TextDecoder('latin1')
    .decode(new Uint8Array(record.buffer, record.byteOffset + at, length))
    .replace(/\0.*$/s, '');

const NUMBERS: Readonly<Record<string, [bytes: number, read: (record: DataView, at: number) => string]>> = {
  c: [1, (record, at) => String(record.getInt8(at))],
  C: [1, (record, at) => String(record.getUint8(at))],
  s: [2, (record, at) => String(record.getInt16(at, true))],
  S: [2, (record, at) => String(record.getUint16(at, true))],
  i: [4, (record, at) => String(record.getInt32(at, true))],
  I: [4, (record, at) => String(record.getUint32(at, true))],
  f: [4, (record, at) => float32Text(record.getFloat32(at, true))],
};

function tagTexts(record: DataView, start: number): string[] {
  const texts: string[] = [];
  for (let at = start; at + 3 <= record.byteLength; ) {
    const [text, next] = tagAt(record, at);
    texts.push(text);
    at = next;
  }
  return texts;
}

function tagAt(record: DataView, at: number): [text: string, next: number] {
  const name = textAt(record, at, 2);
  const kind = String.fromCharCode(record.getUint8(at + 2));
  const number = NUMBERS[kind];
  if (number) return [`${name}:${kind === 'f' ? 'f' : 'i'}:${number[1](record, at + 3)}`, at + 3 + number[0]];
  if (kind === 'A') return [`${name}:A:${textAt(record, at + 3, 1)}`, at + 4];
  if (kind === 'Z' || kind === 'H') {
    let end = at + 3;
    while (record.getUint8(end) !== 0) end++;
    return [`${name}:${kind}:${textAt(record, at + 3, end - at - 3)}`, end + 1];
  }
  const of = String.fromCharCode(record.getUint8(at + 3));
  const item = NUMBERS[of];
  const count = record.getUint32(at + 4, true);
  if (kind !== 'B' || !item || at + 8 + count * item[0] > record.byteLength)
    throw new RangeError('Unknown tag');
  const values = Array.from({ length: count }, (_, index) => item[1](record, at + 8 + index * item[0]));
  return [[`${name}:B:${of}`, ...values].join(','), at + 8 + count * item[0]];
}
