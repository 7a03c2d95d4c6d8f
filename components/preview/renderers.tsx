'use client';
import type { FormatId } from '@labroom/formats/formats';
import type { ComponentType, ReactNode } from 'react';
import { part } from '#components/ui/part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ImageFilePreview } from './media/image-file-preview.tsx';
import { type ShownFile, TextFile } from './text-file.tsx';

/** What is loaded with the first file that needs it. */
const loaded = (load: () => Promise<(file: ShownFile) => ReactNode>) =>
  part<ShownFile>(load, { loading: <Skeleton className="h-64" /> });

/**
 * What shows a file of each format. All but images and texts are loaded when a file of theirs is opened. What a gzip file contains is
 * shown by its own format.
 */
export const renderers: Readonly<Record<Exclude<FormatId, 'gzip'>, ComponentType<ShownFile>>> = {
  arrow: loaded(async () => (await import('./parquet/stored-table-preview.tsx')).ArrowPreview),
  audio: loaded(async () => (await import('./media/media-preview.tsx')).AudioPreview),
  bam: loaded(async () => (await import('./bam/bam-preview.tsx')).BamPreview),
  cif: loaded(async () => (await import('./structure/structure-preview.tsx')).CifPreview),
  dicom: loaded(async () => (await import('./volume/dicom-preview.tsx')).DicomPreview),
  docx: loaded(async () => (await import('./office/document-preview.tsx')).DocxPreview),
  fcs: loaded(async () => (await import('./fcs/fcs-preview.tsx')).FcsPreview),
  fits: loaded(async () => (await import('./arrays/arrays-preview.tsx')).FitsPreview),
  genbank: loaded(async () => (await import('./genbank/genbank-preview.tsx')).GenbankPreview),
  hdf5: loaded(async () => (await import('./arrays/arrays-preview.tsx')).Hdf5Preview),
  image: ImageFilePreview,
  json: TextFile,
  markdown: TextFile,
  mesh: loaded(async () => (await import('./mesh/mesh-preview.tsx')).MeshPreview),
  molfile: loaded(async () => (await import('./chemistry/molecules-preview.tsx')).MolfilePreview),
  nifti: loaded(async () => (await import('./volume/nifti-preview.tsx')).NiftiPreview),
  notebook: TextFile,
  npy: loaded(async () => (await import('./arrays/arrays-preview.tsx')).NpyPreview),
  odf: loaded(async () => (await import('./office/document-preview.tsx')).OdfPreview),
  parquet: loaded(async () => (await import('./parquet/stored-table-preview.tsx')).ParquetPreview),
  pdb: loaded(async () => (await import('./structure/structure-preview.tsx')).PdbPreview),
  pdf: loaded(async () => (await import('./media/pdf-preview.tsx')).PdfPreview),
  pptx: loaded(async () => (await import('./office/document-preview.tsx')).PptxPreview),
  r: loaded(async () => (await import('./arrays/arrays-preview.tsx')).RPreview),
  sdf: loaded(async () => (await import('./chemistry/molecules-preview.tsx')).SdfPreview),
  sequences: loaded(async () => (await import('./sequences/sequences-preview.tsx')).SequencesPreview),
  smiles: loaded(async () => (await import('./chemistry/molecules-preview.tsx')).SmilesPreview),
  spectrum: loaded(async () => (await import('./spectrum/spectrum-preview.tsx')).SpectrumPreview),
  sqlite: loaded(async () => (await import('./arrays/arrays-preview.tsx')).SqlitePreview),
  table: TextFile,
  tar: loaded(async () => (await import('./tar/tar-preview.tsx')).TarPreview),
  text: TextFile,
  tiff: loaded(async () => (await import('./tiff/tiff-preview.tsx')).TiffPreview),
  video: loaded(async () => (await import('./media/media-preview.tsx')).VideoPreview),
  xls: loaded(async () => (await import('./office/workbook-preview.tsx')).XlsPreview),
  xlsx: loaded(async () => (await import('./office/workbook-preview.tsx')).XlsxPreview),
  zip: loaded(async () => (await import('./zip/zip-preview.tsx')).ZipPreview),
};
