import type { DocxText } from '../archive/read-docx.ts';
import type { ZipListing } from '../archive/read-zip.ts';
import type { GenbankRecord } from '../genbank/read-genbank.ts';
import type { SequenceSummary } from '../sequences/read-sequences.ts';

/** What the worker reads from a file, by format. */
export interface Readings {
  docx: DocxText;
  genbank: GenbankRecord;
  sequences: SequenceSummary;
  zip: ZipListing;
}

export type ReadFormat = keyof Readings;

export interface ToPreviewWorker {
  format: ReadFormat;
  body: Blob;
}

export type FromPreviewWorker = { reading: Readings[ReadFormat] } | { error: string };
