import type { RangedObject } from '#packages/client/crypto/ranged-object.ts';
import type { TextOptions } from '../../../upload/text/read-text.ts';
import type { ComparedImages } from '../../compare/compare-images.ts';
import type { Comparison, ComparisonOptions } from '../../compare/comparison.ts';
import type { DocxText } from '../archive/read-docx.ts';
import type { ZipListing } from '../archive/read-zip.ts';
import type { Molecules } from '../chemistry/read-molecules.ts';
import type { CodeLine, CodeOptions } from '../code/colour-code.ts';
import type { FcsFile } from '../fcs/read-fcs.ts';
import type { GenbankRecord } from '../genbank/read-genbank.ts';
import type { Hdf5File } from '../hdf5/read-hdf5.ts';
import type { Notebook } from '../notebook/parse-notebook.ts';
import type { ParquetTable } from '../parquet/read-parquet.ts';
import type { SequenceSummary } from '../sequences/read-sequences.ts';
import type { Structure } from '../structure/structure.ts';
import type { SvgDrawing } from '../svg/read-svg.ts';
import type { PackedTable, TableOptions } from '../table/read-table.ts';
import type { TiffOptions, TiffPage } from '../tiff/read-tiff.ts';
import type { DicomImage } from '../volume/read-dicom.ts';
import type { Volume } from '../volume/read-nifti.ts';
import type { Workbook, XlsxOptions } from '../xlsx/read-xlsx.ts';
import type { ByteSource, RemoteSource } from './byte-source.ts';

/** What the worker reads from a file, by format. */
export interface Readings {
  cif: Structure;
  comparison: Comparison;
  dicom: DicomImage;
  code: CodeLine[][];
  docx: DocxText;
  fcs: FcsFile;
  genbank: GenbankRecord;
  hdf5: Hdf5File;
  images: ComparedImages;
  molfile: Molecules;
  nifti: Volume;
  notebook: Notebook | null;
  parquet: ParquetTable;
  pdb: Structure;
  sdf: Molecules;
  searchable: string;
  sequences: SequenceSummary;
  smiles: Molecules;
  svg: SvgDrawing;
  table: PackedTable;
  tiff: TiffPage;
  xlsx: Workbook;
  zip: ZipListing;
}

/** Which part of a file is read, for formats that are read in parts. */
export interface ReadOptions {
  comparison: ComparisonOptions;
  dicom: { frame: number };
  hdf5: { dataset: string | null };
  images: { former: Blob };
  code: CodeOptions;
  searchable: TextOptions;
  table: TableOptions;
  tiff: TiffOptions;
  xlsx: XlsxOptions;
}

export type ReadFormat = keyof Readings;
export type OptionsOf<Format extends ReadFormat> = Format extends keyof ReadOptions
  ? ReadOptions[Format]
  : undefined;
/** What a reader of a format takes; formats that are read in a few places take any source. */
export type BodyOf<Format extends ReadFormat> = Format extends 'parquet' ? ByteSource : Blob;
/** What the page has of a file. */
export type ShownBody<Format extends ReadFormat> = Format extends 'parquet' ? Blob | RangedObject : Blob;
export type Reader<Format extends ReadFormat> = (
  body: BodyOf<Format>,
  options: OptionsOf<Format>,
) => Promise<Readings[Format]>;

export interface ToPreviewWorker {
  format: ReadFormat;
  body: Blob | RemoteSource;
  options: unknown;
}

export type FromPreviewWorker = { reading: Readings[ReadFormat] } | { error: string };
