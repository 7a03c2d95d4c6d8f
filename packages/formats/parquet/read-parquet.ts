import {
  type AsyncBuffer,
  type ColumnMetaData,
  type CompressionCodec,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import type { ByteSource } from '../source/byte-source.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { asStored, textOfColumn } from './column-values.ts';
import { isReadable, loadCompressors } from './compressors.ts';
import { timeParsers } from './time-parsers.ts';

export interface ParquetColumn {
  name: string;
  /** Logical type where the file names one, e.g. `timestamp`, otherwise the stored type. */
  type: string;
  isNullable: boolean;
}

export interface ParquetTable {
  rowCount: number;
  rowGroups: number;
  createdBy: string | null;
  codecs: string[];
  columns: ParquetColumn[];
  /** Names of the columns whose values are read. */
  header: string[];
  /** The first rows. Values are exact; `null` where there is none. */
  rows: string[][];
}

export const MAX_ROWS = 5_000;
export const MAX_COLUMNS = 100;
const MAX_NAMED_COLUMNS = 2_000;
const MAX_METADATA_BYTES = 32 * 1024 * 1024;
// A page of Parquet has about one megabyte. Values of one column of a row group are in memory together.
const MAX_CHUNK_BYTES = 256 * 1024 * 1024;
const MAX_TEXT = 500;

const damaged = (why: string) => new UnreadableFileError(`The Parquet file is damaged: ${why}.`);

/** Reads the schema and the first rows. Sizes that the file claims are compared with its bytes before anything is read. */
export async function readParquet(body: ByteSource): Promise<ParquetTable> {
  try {
    return await readTable(body);
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw damaged('its list of columns or one of its columns cannot be read');
  }
}

async function readTable(body: ByteSource): Promise<ParquetTable> {
  const metadata = await readMetadata(body);
  const tree = parquetSchema(metadata);
  const rowCount = Number(metadata.num_rows);
  if (!Number.isSafeInteger(rowCount) || rowCount < 0) throw damaged('its number of rows is impossible');
  const first = tree.children.slice(0, MAX_COLUMNS).map(({ element }) => element.name);
  const header = first.slice(0, columnsWithin(body.mostBytes, metadata, first));
  if (new Set(header).size < header.length) throw damaged('two columns have the same name');
  const chunks = metadata.row_groups.flatMap(({ columns }) =>
    columns.flatMap(({ meta_data }) => (meta_data ? [meta_data] : [])),
  );
  const read = tree.children.slice(0, header.length);
  const rows = rowCount === 0 || read.length === 0 ? [] : await readRows(body, metadata, read);
  return {
    rowCount,
    rowGroups: metadata.row_groups.length,
    createdBy: metadata.created_by?.slice(0, MAX_TEXT) ?? null,
    codecs: [...new Set(chunks.map(({ codec }) => codec))],
    columns: tree.children.slice(0, MAX_NAMED_COLUMNS).map(columnOf),
    header,
    rows,
  };
}

async function readMetadata(body: ByteSource): Promise<FileMetaData> {
  if (body.size < 12) throw new UnreadableFileError('This is not a Parquet file: it is too short.');
  const end = new DataView(await body.slice(body.size - 8).arrayBuffer());
  const magic = String.fromCharCode(...new Uint8Array(end.buffer, 4));
  if (magic === 'PARE') throw new UnreadableFileError('The Parquet file itself is encrypted with a key.');
  if (magic !== 'PAR1') throw new UnreadableFileError('This is not a Parquet file, or its end is missing.');
  const length = end.getUint32(0, true);
  if (length > body.size - 12) throw damaged('its list of columns is longer than the file');
  if (length > MAX_METADATA_BYTES) {
    throw new UnreadableFileError('Its list of columns and row groups is too long for a preview.');
  }
  return parquetMetadataAsync(bufferOf(body), { geoparquet: false });
}

const bufferOf = (body: ByteSource): AsyncBuffer => ({
  byteLength: body.size,
  slice: (start, end) => body.slice(start, end).arrayBuffer(),
});

/** The row groups that have the rows that are read. */
function groupsRead({ row_groups: groups }: FileMetaData): FileMetaData['row_groups'] {
  let rows = 0;
  const end = groups.findIndex(({ num_rows }) => {
    rows += Number(num_rows);
    return rows >= MAX_ROWS;
  });
  return end < 0 ? groups : groups.slice(0, end + 1);
}

/** How many of the columns can be read with so many bytes. */
function columnsWithin(
  mostBytes = Number.POSITIVE_INFINITY,
  metadata: FileMetaData,
  names: string[],
): number {
  const chunks = groupsRead(metadata).flatMap(({ columns }) =>
    columns.flatMap(({ meta_data }) => meta_data ?? []),
  );
  let bytes = 0;
  const end = names.findIndex((name) => {
    for (const chunk of chunks)
      if (chunk.path_in_schema[0] === name) bytes += Number(chunk.total_compressed_size);
    return bytes > mostBytes;
  });
  return end < 0 ? names.length : end;
}

async function readRows(
  body: ByteSource,
  metadata: FileMetaData,
  columns: readonly SchemaTree[],
): Promise<string[][]> {
  const header = columns.map(({ element }) => element.name);
  const wanted = new Set(header);
  const codecs = new Set<CompressionCodec>();
  for (const group of groupsRead(metadata)) {
    for (const { meta_data, file_path } of group.columns) {
      if (file_path) throw new UnreadableFileError('Its values are in another file.');
      if (!meta_data || !wanted.has(meta_data.path_in_schema[0] ?? '')) continue;
      requireReadable(meta_data, body.size);
      codecs.add(meta_data.codec);
    }
  }
  const records = await parquetReadObjects({
    file: bufferOf(body),
    metadata: asStored(metadata, columns),
    columns: header,
    rowEnd: MAX_ROWS,
    compressors: await loadCompressors(codecs),
    parsers: timeParsers,
    geoparquet: false,
  });
  const texts = columns.map(textOfColumn);
  return records.map((record) => texts.map((text, index) => text(record[header[index] ?? ''])));
}

function requireReadable(chunk: ColumnMetaData, fileBytes: number): void {
  const name = chunk.path_in_schema.join('.');
  const { codec, total_compressed_size, data_page_offset, dictionary_page_offset } = chunk;
  if (!isReadable(codec)) {
    throw new UnreadableFileError(
      `The column ${name} is compressed with ${codec}, which the preview cannot read.`,
    );
  }
  const bytes = Number(total_compressed_size);
  // The bytes of a column begin with its dictionary, if it has one.
  const start = Math.min(Number(data_page_offset), Number(dictionary_page_offset || data_page_offset));
  if (!(bytes >= 0) || start + bytes > fileBytes + 1024) {
    throw damaged(`the column ${name} lies outside the file`);
  }
  if (bytes > MAX_CHUNK_BYTES || Number(chunk.total_uncompressed_size) > 4 * MAX_CHUNK_BYTES) {
    throw new UnreadableFileError(`The column ${name} is too large for a preview.`);
  }
}

function columnOf({ element, children }: SchemaTree): ParquetColumn {
  const logical = element.logical_type?.type ?? element.converted_type;
  const stored = children.length > 0 ? 'STRUCT' : (element.type ?? 'unknown');
  return {
    name: element.name.slice(0, MAX_TEXT),
    type:
      logical === 'UTF8' || logical === 'STRING'
        ? 'text'
        : String(logical ?? (stored === 'INT96' ? 'TIMESTAMP (INT96)' : stored))
            .toLowerCase()
            .replaceAll('_', ' '),
    isNullable: element.repetition_type !== 'REQUIRED',
  };
}
