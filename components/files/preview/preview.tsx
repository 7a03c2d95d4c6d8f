'use client';
import dynamic from 'next/dynamic';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { fileKindOf } from '../file-kind.ts';
import { useBlobText } from './blob-text.ts';
import { ImagePreview } from './image-preview.tsx';
import { MediaPreview } from './media-preview.tsx';
import { PdfPreview } from './pdf-preview.tsx';
import { TablePreview } from './table-preview.tsx';
import { formatJson, TextPreview } from './text-preview.tsx';

const MarkdownPreview = dynamic(
  () => import('./markdown-preview.tsx').then((module) => module.MarkdownPreview),
  {
    loading: () => <Skeleton className="h-64" />,
  },
);

const NotebookPreview = dynamic(
  () => import('./notebook-preview.tsx').then((module) => module.NotebookPreview),
  {
    loading: () => <Skeleton className="h-64" />,
  },
);

// Notebooks hold their pictures, and half a notebook cannot be read.
const MOST_OF_A_NOTEBOOK = 8 * 1024 * 1024;

interface PreviewProps {
  /** Plain data; never typed as something the browser would run. */
  body: Blob;
  contentType: string;
  name: string;
}

/** [Note: strangers' files] Whatever a file claims to be, it is shown as an image, as media or as text. Nothing of it
 * is ever parsed as HTML by the browser or given a URL that could become a document of ours. */
export function Preview({ body, contentType, name }: PreviewProps) {
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
      return <WithText body={body} kind={kind} contentType={contentType} />;
  }
}

function WithText({ body, kind, contentType }: { body: Blob; kind: string; contentType: string }) {
  const loaded = useBlobText(body, kind === 'notebook' ? MOST_OF_A_NOTEBOOK : undefined);
  if (!loaded) return <Skeleton className="h-64" />;
  const { text, isCut } = loaded;
  if (kind === 'table')
    return (
      <TablePreview text={text} isCut={isCut} separator={contentType.includes('tab') ? '\t' : undefined} />
    );
  if (kind === 'markdown') return <MarkdownPreview text={text} isCut={isCut} />;
  if (kind === 'notebook') return <NotebookPreview text={text} isCut={isCut} />;
  if (kind === 'json') return <TextPreview text={isCut ? text : formatJson(text)} isCut={isCut} />;
  return <TextPreview text={text} isCut={isCut} />;
}
