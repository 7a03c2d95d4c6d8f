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

// Notebooks contain their images, and a truncated notebook cannot be parsed.
const MAX_NOTEBOOK_BYTES = 8 * 1024 * 1024;

interface PreviewProps {
  /** Raw bytes. Their type is never one that the browser would execute. */
  body: Blob;
  /** Shown until the full text is read. */
  firstText: BlobText | null;
  contentType: string;
  name: string;
}

/**
 * [Note: untrusted files] Whatever its content type, a file is shown as an image, as media or as text. The browser
 * never parses it as HTML, and it never gets a URL that could become a document of this origin.
 */
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
  const loaded = useBlobText(body, isNotebook ? MAX_NOTEBOOK_BYTES : undefined, firstText);
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

/** The text of a file, rendered by its kind. */
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
