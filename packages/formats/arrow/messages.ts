import type { ByteSource } from '../source/byte-source.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

export const damaged = (why: string) => new UnreadableFileError(`The Arrow file is damaged: ${why}.`);

const MAX_METADATA = 16 * 1024 * 1024;
const MAX_FIELDS = 20_000;
const MAX_DEPTH = 32;
const [SCHEMA, DICTIONARY, RECORDS] = [1, 2, 3];
const UNION = 14;
const KINDS: Readonly<Record<number, Message['kind']>> = {
  [SCHEMA]: 'schema',
  [DICTIONARY]: 'dictionary',
  [RECORDS]: 'records',
};

export interface Message {
  kind: 'schema' | 'dictionary' | 'records' | 'other';
  /** Rows of a record batch. */
  rows: number;
  /** Place of the whole message in the file. */
  start: number;
  end: number;
  /** Of a dictionary: where its values are. */
  dictionary: DictionaryPlace | null;
}

interface DictionaryPlace {
  id: number;
  /** How many values it claims to have. */
  length: number;
  /** Place of the buffer after the one that tells which values are missing. */
  start: number;
  end: number;
  isCompressed: boolean;
}

/** The next message of the stream; `null` at its end. Of its content only the description is read. */
export async function messageAt(
  source: ByteSource,
  start: number,
  dictionaryTypes: Map<number, number>,
): Promise<Message | null> {
  const head = new DataView(await source.slice(start, start + 8).arrayBuffer());
  if (head.byteLength < 4) return null;
  const isMarked = head.getInt32(0, true) === -1;
  if (isMarked && head.byteLength < 8) return null;
  // Writers before 2019 leave the mark out.
  const length = head.getInt32(isMarked ? 4 : 0, true);
  if (length === 0) return null;
  const metadataAt = start + (isMarked ? 8 : 4);
  if (length < 0 || length > MAX_METADATA || metadataAt + length > source.size)
    throw damaged('the description of a part is longer than the file');
  const table = rootOf(new DataView(await source.slice(metadataAt, metadataAt + length).arrayBuffer()));
  const bodyLength = table.long(10);
  const end = metadataAt + length + bodyLength;
  if (bodyLength < 0 || end > source.size) throw damaged('its values are longer than the file');
  const type = table.byte(6);
  const content = table.table(8);
  if (!content) return { kind: 'other', rows: 0, start, end, dictionary: null };
  if (type === SCHEMA) requireFields(content, dictionaryTypes);
  if (type === DICTIONARY) requireBatch(content.table(6));
  if (type === RECORDS) requireBatch(content);
  const rows = type === RECORDS ? content.long(4) : 0;
  if (!(rows >= 0 && Number.isSafeInteger(rows))) throw damaged('its number of rows is impossible');
  return {
    kind: KINDS[type] ?? 'other',
    rows,
    start,
    end,
    dictionary: type === DICTIONARY ? placeOf(content, end - bodyLength) : null,
  };
}

/** A table of FlatBuffers. Fields are named by their place in its list of fields. */
interface Table {
  byte(field: number): number;
  short(field: number): number;
  long(field: number): number;
  /** Two numbers each of a vector of structures. */
  pairs(field: number): [first: number, second: number][];
  table(field: number): Table | null;
  /** Where the table of a field is. */
  place(field: number): number | null;
  /** The tables of a vector. */
  tables(field: number): Table[];
  /** Refuses a vector that is longer than the bytes. */
  requireVector(field: number, stride: number): number;
}

const rootOf = (view: DataView) => tableAt(view, view.getUint32(0, true));

function tableAt(view: DataView, at: number): Table {
  const list = at - view.getInt32(at, true);
  const size = view.getUint16(list, true);
  const place = (field: number) => {
    const offset = field < size ? view.getUint16(list + field, true) : 0;
    return offset === 0 ? null : at + offset;
  };
  const target = (field: number) => {
    const from = place(field);
    return from === null ? null : from + view.getUint32(from, true);
  };
  const requireVector = (field: number, stride: number) => {
    const vector = target(field);
    if (vector === null) return 0;
    const length = view.getUint32(vector, true);
    if (vector + 4 + length * stride > view.byteLength)
      throw damaged('a list is longer than its description');
    return length;
  };
  return {
    byte: (field) => {
      const from = place(field);
      return from === null ? 0 : view.getUint8(from);
    },
    short: (field) => {
      const from = place(field);
      return from === null ? 0 : view.getInt16(from, true);
    },
    pairs: (field) => {
      const first = (target(field) ?? 0) + 4;
      return Array.from({ length: requireVector(field, 16) }, (_, index): [number, number] => [
        Number(view.getBigInt64(first + 16 * index, true)),
        Number(view.getBigInt64(first + 16 * index + 8, true)),
      ]);
    },
    long: (field) => {
      const from = place(field);
      return from === null ? 0 : Number(view.getBigInt64(from, true));
    },
    place: target,
    table: (field) => {
      const to = target(field);
      return to === null ? null : tableAt(view, to);
    },
    tables: (field) => {
      const vector = target(field) ?? 0;
      return Array.from({ length: requireVector(field, 4) }, (_, index) => {
        const from = vector + 4 + 4 * index;
        return tableAt(view, from + view.getUint32(from, true));
      });
    },
    requireVector,
  };
}

/** Where the schema of a message or of a footer is; `null` if it has none. */
export function schemaPlace(view: DataView, kind: 'message' | 'footer'): number | null {
  if (kind === 'footer') return rootOf(view).place(6);
  try {
    const isMarked = view.getInt32(0, true) === -1;
    const message = new DataView(view.buffer, view.byteOffset + (isMarked ? 8 : 4));
    const root = rootOf(message);
    return root.byte(6) === SCHEMA ? root.place(8) : null;
  } catch {
    return null;
  }
}

/** A record batch: its nodes, its buffers, and how many buffers its views have. */
function requireBatch(batch: Table | null): void {
  batch?.requireVector(6, 16);
  batch?.requireVector(8, 16);
  batch?.requireVector(12, 8);
}

/** Values that a dictionary may have: those without parts. */
const PLAIN = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 18, 19, 20, 23, 24]);
const MAX_DICTIONARY = 5_000_000;

function placeOf(dictionary: Table, bodyAt: number): DictionaryPlace {
  const batch = dictionary.table(6);
  const length = Math.max(batch?.long(4) ?? 0, ...(batch?.pairs(6).map(([count]) => count) ?? []));
  if (!(length <= MAX_DICTIONARY)) throw damaged('a dictionary is too long');
  const [from, size] = batch?.pairs(8)[1] ?? [0, 0];
  const start = bodyAt + from;
  return {
    id: dictionary.long(4),
    length,
    start,
    end: start + size,
    isCompressed: batch?.table(10) !== null,
  };
}

/** The fields of a schema, and of fields. Keeps the types of the values of dictionaries. */
function requireFields(schema: Table, dictionaryTypes: Map<number, number>): void {
  if (schema.short(4) !== 0)
    throw new UnreadableFileError('Its numbers have their high bytes first, which the preview cannot read.');
  const waiting: [Table, number][] = schema.tables(6).map((field) => [field, 0]);
  schema.requireVector(8, 4);
  for (const [field, depth] of waiting) {
    if (depth > MAX_DEPTH || waiting.length > MAX_FIELDS)
      throw new UnreadableFileError('It has too many columns for a preview.');
    field.requireVector(16, 4);
    // The kinds of values of a union are numbered.
    if (field.byte(8) === UNION) field.table(10)?.requireVector(6, 4);
    const dictionary = field.table(12);
    if (dictionary) {
      if (!PLAIN.has(field.byte(8)))
        throw new UnreadableFileError(
          'It has dictionaries of lists or records, which the preview cannot read.',
        );
      dictionaryTypes.set(dictionary.long(4), field.byte(8));
    }
    waiting.push(...field.tables(14).map((child): [Table, number] => [child, depth + 1]));
  }
}
