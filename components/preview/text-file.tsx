'use client';
import { formatOf } from '@labroom/formats/formats';
import { indentJson } from '@labroom/formats/json/indent-json';
import { lazy, Suspense, useMemo } from 'react';
import { part } from '#components/ui/part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { BlobText } from '#lib/download/first-file.ts';
import { useBlobText } from './parts/blob-text.ts';
import { EncodingChoice } from './parts/encoding-choice.tsx';
import { NoPreview } from './parts/no-preview.tsx';
import type { ViewProps } from './parts/view-props.ts';
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
export interface ShownFile extends ViewProps {
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
export function TextFile(file: ShownFile) {
  const { body, contentType, name, opensWith, view, onView } = file;
  const format = formatOf(name, contentType)?.id;
  const isLong = body.size > PARSED_AT_ONCE;
  const table = useMemo(() => body.slice(0, LONG_TABLE_BYTES), [body]);
  return (
    <Suspense fallback={loading}>
      {isLong && format === 'table' ? (
        <LongTablePreview
          body={table}
          isCut={body.size > LONG_TABLE_BYTES}
          likely={separatorOf(name, contentType)}
          opensWith={opensWith}
          view={view}
          onView={onView}
        />
      ) : isLong && format === 'notebook' ? (
        <LongNotebookPreview body={body} opensWith={opensWith} />
      ) : (
        <ReadText {...file} />
      )}
    </Suspense>
  );
}

function ReadText({ body, firstText, opensWith, ...file }: ShownFile) {
  const loaded = useBlobText(body, { first: firstText, encoding: file.view.encoding });
  if (!loaded) return loading;
  return loaded.encoding === null ? (
    <NoPreview opensWith={opensWith} />
  ) : (
    <FileText text={loaded} {...file} />
  );
}

const separatorOf = (name: string, contentType: string) =>
  contentType.includes('tab') || /\.(tsv|tab)$/i.test(name) ? '\t' : undefined;

interface FileTextProps extends ViewProps {
  text: BlobText;
  contentType: string;
  name: string;
}

/** The text of a file, rendered by its format. */
export function FileText(file: FileTextProps) {
  const { text, contentType, name, view, onView } = file;
  const isTable = formatOf(name, contentType)?.id === 'table';
  const { encoding, isGuessed } = text;
  // A table has the choice among its others.
  const isNamed = !isTable && encoding !== null && (encoding !== 'utf-8' || view.encoding !== undefined);
  return (
    <div className="flex flex-col gap-2">
      <TextOfFormat {...file} />
      {isNamed && <EncodingChoice encoding={encoding} isGuessed={isGuessed} view={view} onView={onView} />}
    </div>
  );
}

function TextOfFormat({ text: whole, contentType, name, view, onView }: FileTextProps) {
  const { text, isCut } = whole;
  switch (formatOf(name, contentType)?.id) {
    case 'table':
      return (
        <TablePreview text={whole} likely={separatorOf(name, contentType)} view={view} onView={onView} />
      );
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
