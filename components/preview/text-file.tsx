'use client';
import { formatOf } from '@labroom/formats/formats';
import { indentJson } from '@labroom/formats/json/indent-json';
import { lazy, Suspense, useMemo } from 'react';
import { part } from '#components/ui/part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { BlobText } from '#lib/download/first-file.ts';
import { useBlobText } from './parts/blob-text.ts';
import { TextPreview } from './text/text-preview.tsx';

// The server renders these.
const MarkdownPreview = lazy(() =>
  import('./markdown/markdown-preview.tsx').then((module) => ({ default: module.MarkdownPreview })),
);
const NotebookPreview = lazy(() =>
  import('./notebook/notebook-preview.tsx').then((module) => ({ default: module.NotebookPreview })),
);
const TablePreview = lazy(() =>
  import('./table/table-preview.tsx').then((module) => ({ default: module.TablePreview })),
);

const loading = <Skeleton className="h-64" />;
const LongTablePreview = part(async () => (await import('./table/table-preview.tsx')).LongTablePreview, {
  loading,
});
const LongNotebookPreview = part(
  async () => (await import('./notebook/notebook-preview.tsx')).LongNotebookPreview,
  { loading },
);

// A table is sorted and filtered as a whole.
const LONG_TABLE_BYTES = 2_000_000;
/** Longer tables and notebooks are parsed in a worker. The server renders shorter ones alone. */
const PARSED_AT_ONCE = 64 * 1024;

/** A file that a preview shows. */
export interface ShownFile {
  /** Raw bytes. Their type is never one that the browser would execute. */
  body: Blob;
  /** Shown until the full text is read. */
  firstText: BlobText | null;
  contentType: string;
  name: string;
  /** Programs that open it, to complete "open it with …". */
  opensWith: string;
}

/** A file that is text: a table, Markdown, a notebook, JSON, or any other. */
export function TextFile({ body, firstText, contentType, name, opensWith }: ShownFile) {
  const format = formatOf(name, contentType)?.id;
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

function ReadText({ body, firstText, contentType, name }: Omit<ShownFile, 'opensWith'>) {
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
  switch (formatOf(name, contentType)?.id) {
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
