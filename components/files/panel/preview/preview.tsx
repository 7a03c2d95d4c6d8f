'use client';
import { lazy, Suspense } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { fileKindOf } from '#lib/download/file-kind.ts';
import type { BlobText } from '#lib/download/first-file.ts';
import { useBlobText } from './blob-text.ts';
import { ImagePreview } from './image-preview.tsx';
import { MediaPreview } from './media-preview.tsx';
import { PdfPreview } from './pdf-preview.tsx';
import { TablePreview } from './table-preview.tsx';
import { formatJson, TextPreview } from './text-preview.tsx';

const MarkdownPreview = lazy(() =>
  import('./markdown-preview.tsx').then((module) => ({ default: module.MarkdownPreview })),
);

const NotebookPreview = lazy(() =>
  import('./notebook-preview.tsx').then((module) => ({ default: module.NotebookPreview })),
);

// Notebooks hold their pictures, and half a notebook cannot be read.
const MOST_OF_A_NOTEBOOK = 8 * 1024 * 1024;

interface PreviewProps {
  /** Plain data; never typed as something the browser would run. */
  body: Blob;
  /** What stands in for its text until that is read. */
  firstText: BlobText | null;
  contentType: string;
  name: string;
}

/** [Note: untrusted files] Whatever a file claims to be, it is shown as an image, as media or as text. Nothing of it
 * is ever parsed as HTML by the browser or given a URL that could become a document of ours. */
export function Preview({ body, firstText, contentType, name }: PreviewProps) {
  const kind = fileKindOf(contentType);
  switch (kind) {
    case 'image':
      return <ImagePreview body={body} contentType={contentType} name={name} />;
    case 'audio':
    case 'video':
      return <MediaPreview body={body} kind={kind} contentType={contentType} name={name} />;
    case 'pdf':
      return <PdfPreview body={body} name={name} />;
    case 'archive':
    case 'other':
      return (
        <EmptyState title="No preview for this kind of file">
          Download it to open it with your own tools.
        </EmptyState>
      );
    default:
      return <WithText body={body} firstText={firstText} contentType={contentType} />;
  }
}

type WithTextProps = Pick<PreviewProps, 'body' | 'firstText' | 'contentType'>;

function WithText({ body, firstText, contentType }: WithTextProps) {
  const isNotebook = fileKindOf(contentType) === 'notebook';
  const loaded = useBlobText(body, isNotebook ? MOST_OF_A_NOTEBOOK : undefined, firstText);
  if (!loaded) return <Skeleton className="h-64" />;
  return (
    <Suspense fallback={<Skeleton className="h-64" />}>
      <FileText text={loaded} contentType={contentType} />
    </Suspense>
  );
}

interface FileTextProps {
  text: BlobText;
  contentType: string;
}

/** The text of a file, as its kind is read. */
export function FileText({ text: { text, isCut }, contentType }: FileTextProps) {
  switch (fileKindOf(contentType)) {
    case 'table':
      return (
        <TablePreview text={text} isCut={isCut} separator={contentType.includes('tab') ? '\t' : undefined} />
      );
    case 'markdown':
      return <MarkdownPreview text={text} isCut={isCut} />;
    case 'notebook':
      return <NotebookPreview text={text} isCut={isCut} />;
    case 'json':
      return <TextPreview text={isCut ? text : formatJson(text)} isCut={isCut} />;
    default:
      return <TextPreview text={text} isCut={isCut} />;
  }
}
