'use client';
import { lazy, Suspense, useMemo } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { BlobText } from '#lib/download/first-file.ts';
import { previewOf } from '#lib/download/preview-format.ts';
import { useBlobText } from './blob-text.ts';
import { FullScreen } from './full-screen.tsx';
import { ImagePreview } from './image-preview.tsx';
import { indentJson } from './json/indent-json.ts';
import { TextPreview } from './text-preview.tsx';

// The server renders these.
const MarkdownPreview = lazy(() =>
  import('./markdown/markdown-preview.tsx').then((module) => ({ default: module.MarkdownPreview })),
);
const NotebookPreview = lazy(() =>
  import('./notebook/notebook-preview.tsx').then((module) => ({ default: module.NotebookPreview })),
);
const TablePreview = lazy(() =>
  import('./table-preview.tsx').then((module) => ({ default: module.TablePreview })),
);
const LongTablePreview = lazy(() =>
  import('./table-preview.tsx').then((module) => ({ default: module.LongTablePreview })),
);
const LongNotebookPreview = lazy(() =>
  import('./notebook/notebook-preview.tsx').then((module) => ({ default: module.LongNotebookPreview })),
);

const loading = <Skeleton className="h-64" />;
const DicomPreview = lazyPart(async () => (await import('./volume/dicom-preview.tsx')).DicomPreview, loading);
const DocxPreview = lazyPart(async () => (await import('./archive/docx-preview.tsx')).DocxPreview, loading);
const FcsPreview = lazyPart(async () => (await import('./fcs/fcs-preview.tsx')).FcsPreview, loading);
const GenbankPreview = lazyPart(
  async () => (await import('./genbank/genbank-preview.tsx')).GenbankPreview,
  loading,
);
const Hdf5Preview = lazyPart(async () => (await import('./hdf5/hdf5-preview.tsx')).Hdf5Preview, loading);
const MediaPreview = lazyPart(async () => (await import('./media-preview.tsx')).MediaPreview, loading);
const MoleculesPreview = lazyPart(
  async () => (await import('./chemistry/molecules-preview.tsx')).MoleculesPreview,
  loading,
);
const NiftiPreview = lazyPart(async () => (await import('./volume/nifti-preview.tsx')).NiftiPreview, loading);
const ParquetPreview = lazyPart(
  async () => (await import('./parquet/parquet-preview.tsx')).ParquetPreview,
  loading,
);
const PdfPreview = lazyPart(async () => (await import('./pdf-preview.tsx')).PdfPreview, loading);
const SequencesPreview = lazyPart(
  async () => (await import('./sequences/sequences-preview.tsx')).SequencesPreview,
  loading,
);
const StructurePreview = lazyPart(
  async () => (await import('./structure/structure-preview.tsx')).StructurePreview,
  loading,
);
const TiffPreview = lazyPart(async () => (await import('./tiff/tiff-preview.tsx')).TiffPreview, loading);
const XlsxPreview = lazyPart(async () => (await import('./xlsx/xlsx-preview.tsx')).XlsxPreview, loading);
const ZipPreview = lazyPart(async () => (await import('./archive/zip-preview.tsx')).ZipPreview, loading);

// A table is sorted and filtered as a whole.
const LONG_TABLE_BYTES = 2_000_000;
/** Longer tables and notebooks are parsed in a worker. The server renders shorter ones alone. */
const PARSED_AT_ONCE = 64 * 1024;

interface PreviewProps {
  /** Raw bytes. Their type is never one that the browser would execute. */
  body: Blob;
  /** Shown until the full text is read. */
  firstText: BlobText | null;
  contentType: string;
  name: string;
}

/**
 * [Note: untrusted files] Whatever its content type, a file is shown as an image, as media, as a PDF without actions, or
 * as data that own parsers read. The browser never parses it as HTML, and it never gets a URL that could become a
 * document of this origin. Binary formats and formats of many records are parsed in a worker with a time limit.
 */
export function Preview(props: PreviewProps) {
  return (
    <FullScreen>
      <Content {...props} />
    </FullScreen>
  );
}

function Content({ body, firstText, contentType, name }: PreviewProps) {
  const { format, opensWith } = previewOf(name, contentType);
  switch (format) {
    case 'image':
      return <ImagePreview body={body} contentType={contentType} name={name} />;
    case 'audio':
    case 'video':
      return <MediaPreview body={body} kind={format} contentType={contentType} name={name} />;
    case 'pdf':
      return <PdfPreview body={body} name={name} />;
    case 'sequences':
      return <SequencesPreview body={body} opensWith={opensWith} />;
    case 'cif':
    case 'pdb':
      return <StructurePreview body={body} format={format} opensWith={opensWith} />;
    case 'dicom':
      return <DicomPreview body={body} opensWith={opensWith} />;
    case 'docx':
      return <DocxPreview body={body} opensWith={opensWith} />;
    case 'fcs':
      return <FcsPreview body={body} opensWith={opensWith} />;
    case 'genbank':
      return <GenbankPreview body={body} opensWith={opensWith} />;
    case 'hdf5':
      return <Hdf5Preview body={body} opensWith={opensWith} />;
    case 'molfile':
    case 'sdf':
    case 'smiles':
      return <MoleculesPreview body={body} format={format} opensWith={opensWith} />;
    case 'nifti':
      return <NiftiPreview body={body} opensWith={opensWith} />;
    case 'parquet':
      return <ParquetPreview body={body} opensWith={opensWith} />;
    case 'tiff':
      return <TiffPreview body={body} name={name} opensWith={opensWith} />;
    case 'xlsx':
      return <XlsxPreview body={body} opensWith={opensWith} />;
    case 'zip':
      return <ZipPreview body={body} opensWith={opensWith} />;
    case null:
      return <NoPreview opensWith={opensWith} />;
    default:
      return <WithText body={body} firstText={firstText} contentType={contentType} name={name} />;
  }
}

/** Says which program opens a file that has no preview. */
export function NoPreview({ opensWith }: { opensWith: string }) {
  return (
    <EmptyState title="This kind of file has no preview.">
      Download it to open it with {opensWith}.
    </EmptyState>
  );
}

function WithText({ body, firstText, contentType, name }: PreviewProps) {
  const { format, opensWith } = previewOf(name, contentType);
  const isLong = body.size > PARSED_AT_ONCE;
  const table = useMemo(() => body.slice(0, LONG_TABLE_BYTES), [body]);
  return (
    <Suspense fallback={loading}>
      {isLong && format === 'table' ? (
        <LongTablePreview
          body={table}
          isCut={body.size > LONG_TABLE_BYTES}
          separator={separatorOf(name, contentType)}
          opensWith={opensWith}
        />
      ) : isLong && format === 'notebook' ? (
        <LongNotebookPreview body={body} opensWith={opensWith} />
      ) : (
        <ReadText body={body} firstText={firstText} contentType={contentType} name={name} />
      )}
    </Suspense>
  );
}

function ReadText({ body, firstText, contentType, name }: PreviewProps) {
  const loaded = useBlobText(body, undefined, firstText);
  return loaded ? <FileText text={loaded} contentType={contentType} name={name} /> : loading;
}

const separatorOf = (name: string, contentType: string) =>
  contentType.includes('tab') || /\.(tsv|tab)$/i.test(name) ? '\t' : undefined;

interface FileTextProps {
  text: BlobText;
  contentType: string;
  name: string;
}

/** The text of a file, rendered by its format. */
export function FileText({ text: whole, contentType, name }: FileTextProps) {
  const { text, isCut } = whole;
  switch (previewOf(name, contentType).format) {
    case 'table':
      return <TablePreview text={text} isCut={isCut} separator={separatorOf(name, contentType)} />;
    case 'markdown':
      return <MarkdownPreview text={text} isCut={isCut} firstTree={whole.tree} />;
    case 'notebook':
      return <NotebookPreview text={text} isCut={isCut} />;
    case 'json':
      return <JsonPreview text={whole} name={name} />;
    default:
      return <TextPreview text={text} isCut={isCut} name={name} />;
  }
}

function JsonPreview({ text, name }: { text: BlobText; name: string }) {
  const indented = useMemo(() => indentJson(text), [text]);
  return <TextPreview {...indented} name={name} />;
}
