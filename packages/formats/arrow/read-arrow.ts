import {
  type Column,
  CompressionType,
  type DataType,
  setCompressionCodec,
  type Table,
  tableFromIPC,
} from '@uwdata/flechette';
import { decompress } from 'fzstd';
import type { ByteSource } from '../source/byte-source.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { requireDictionaries } from './dictionaries.ts';
import { withSchema } from './footer.ts';
import { unpackLz4Frame } from './lz4-frame.ts';
import { damaged, type Message, messageAt, schemaPlace } from './messages.ts';
import { requireSound, unreadTypes } from './sound-values.ts';
import { textOf, typeName } from './values.ts';

export interface ArrowTable {
  /** `Arrow IPC file (Feather version 2)`, or a stream. */
  format: string;
  rowCount: number;
  batches: number;
  columns: { name: string; type: string; isNullable: boolean }[];
  /** Names of the columns whose values are read. */
  header: string[];
  /** The first rows. Values are exact; `null` where there is none. */
  rows: string[][];
}

const MAX_ROWS = 5_000;
const MAX_COLUMNS = 100;
const MAX_NAMED_COLUMNS = 2_000;
const MAX_MESSAGES = 50_000;
/** Bytes of the batches that have the first rows, as they are stored, and when they are unpacked. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_NAME = 500;

/** Reads the columns and the first rows of an Arrow IPC file or stream. Of the others only their number is read. */
export async function readArrow(body: ByteSource): Promise<ArrowTable> {
  const magic = new TextDecoder('latin1').decode(await body.slice(0, 6).arrayBuffer());
  if (magic.startsWith('FEA1')) {
    throw new UnreadableFileError(
      'This is a Feather file of version 1, which programs wrote until 2020. Python with pyarrow reads it, and writes version 2.',
    );
  }
  const isFile = magic === 'ARROW1';
  const start = new DataView(await body.slice(0, 4096).arrayBuffer());
  if (!isFile && schemaPlace(start, 'message') === null)
    throw new UnreadableFileError('This is not an Arrow file.');
  try {
    const types = new Map<number, number>();
    const source = isFile ? await withSchema(body) : body;
    const { messages, batches, rowCount } = await firstMessages(source, isFile ? 8 : 0, types);
    const format = isFile ? 'Arrow IPC file (Feather version 2)' : 'Arrow IPC stream';
    const parts = await partsOf(source, messages);
    allowToUnpack(MAX_BYTES);
    requireDictionaries(messages, parts, types);
    return { format, rowCount, batches, ...tableOf(parts) };
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw isFile
      ? damaged('its list of columns or one of its columns cannot be read')
      : new UnreadableFileError('This is not an Arrow file.');
  }
}

/** The messages that the first rows need, and how many rows all have. */
async function firstMessages(source: ByteSource, start: number, types: Map<number, number>) {
  const messages: Message[] = [];
  let [rowCount, batches] = [0, 0];
  for (let at = start, count = 0; ; count++) {
    if (count > MAX_MESSAGES) throw new UnreadableFileError('It has too many parts for a preview.');
    const message = await messageAt(source, at, types);
    if (!message) break;
    if (messages.length === 0 && message.kind !== 'schema')
      throw new UnreadableFileError('This is not an Arrow file.');
    if (rowCount < MAX_ROWS) messages.push(message);
    rowCount += message.rows;
    if (message.kind === 'records') batches += 1;
    at = message.end;
  }
  if (messages.length === 0) throw new UnreadableFileError('This is not an Arrow file, or it is empty.');
  return { messages, batches, rowCount };
}

function partsOf(source: ByteSource, messages: readonly Message[]): Promise<Uint8Array[]> {
  const bytes = messages.reduce((sum, { start, end }) => sum + end - start, 0);
  if (bytes > MAX_BYTES)
    throw new UnreadableFileError('Its first rows are stored in too large a part for a preview.');
  return Promise.all(
    messages.map(async ({ start, end }) => new Uint8Array(await source.slice(start, end).arrayBuffer())),
  );
}

function tableOf(parts: Uint8Array[]): Pick<ArrowTable, 'columns' | 'header' | 'rows'> {
  const table = tableFromIPC(parts, { useBigInt: true, useBigIntTimestamp: true, useDecimalInt: true });
  const { fields } = table.schema;
  const header = fields.slice(0, MAX_COLUMNS).map(({ name }) => nameOf(name));
  const read = Math.min(table.numRows, MAX_ROWS);
  const columns = header.map((_, index) => textsOf(table, index, read));
  return {
    columns: fields.slice(0, MAX_NAMED_COLUMNS).map(({ name, type, nullable }) => ({
      name: nameOf(name),
      type: typeName(type),
      isNullable: nullable,
    })),
    header,
    rows: Array.from({ length: read }, (_, row) => columns.map((column) => column[row] ?? '')),
  };
}

const nameOf = (name: string | null | undefined) => (name ?? '').slice(0, MAX_NAME);

function textsOf(table: Table, index: number, rows: number): string[] {
  const column: Column<unknown> = table.getChildAt(index);
  const { type } = column;
  if (!isRead(type)) return Array.from({ length: rows }, () => 'a type that the preview cannot read');
  const texts: string[] = [];
  for (const batch of column.data) {
    const count = Math.min(batch.length, rows - texts.length);
    requireSound(batch, 0, count);
    for (let row = 0; row < count; row++) texts.push(textOf(batch.at(row), type));
  }
  return texts;
}

function isRead(type: DataType): boolean {
  if (unreadTypes.has(type.typeId)) return false;
  return !('children' in type) || type.children.every((child) => isRead(child.type));
}

/** Unpacks compressed values, up to `most` bytes together. */
function allowToUnpack(most: number): void {
  let left = most;
  const bounded =
    (unpack: (bytes: Uint8Array, length: number) => Uint8Array) => (bytes: Uint8Array, length?: number) => {
      if (length === undefined || !(length >= 0 && length <= left))
        throw new UnreadableFileError('Its first rows are too large for a preview when they are unpacked.');
      left -= length;
      return unpack(bytes, length);
    };
  const encode = (bytes: Uint8Array) => bytes;
  setCompressionCodec(CompressionType.LZ4_FRAME, { decode: bounded(unpackLz4Frame), encode });
  setCompressionCodec(CompressionType.ZSTD, {
    decode: bounded((bytes, length) => decompress(bytes, new Uint8Array(length))),
    encode,
  });
}
