import type { DocxText } from '../archive/read-docx.ts';
import type { ZipListing } from '../archive/read-zip.ts';
import type { FcsFile } from '../fcs/read-fcs.ts';
import type { GenbankRecord } from '../genbank/read-genbank.ts';
import type { ParquetTable } from '../parquet/read-parquet.ts';
import type { SequenceSummary } from '../sequences/read-sequences.ts';

/** What the worker reads from a file, by format. */
export interface Readings {
  docx: DocxText;
  fcs: FcsFile;
  genbank: GenbankRecord;
  parquet: ParquetTable;
  sequences: SequenceSummary;
  zip: ZipListing;
}

/** Which part of a file is read, for formats that are read in parts. */
// biome-ignore lint/suspicious/noEmptyInterface: formats add their options
export interface ReadOptions {}

export type ReadFormat = keyof Readings;
export type OptionsOf<Format extends ReadFormat> = Format extends keyof ReadOptions
  ? ReadOptions[Format]
  : undefined;
export type Reader<Format extends ReadFormat> = (
  body: Blob,
  options: OptionsOf<Format>,
) => Promise<Readings[Format]>;

export interface ToPreviewWorker {
  format: ReadFormat;
  body: Blob;
  options: unknown;
}

export type FromPreviewWorker = { reading: Readings[ReadFormat] } | { error: string };
