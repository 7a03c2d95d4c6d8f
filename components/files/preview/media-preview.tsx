'use client';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useObjectUrl } from './object-url.ts';

interface MediaPreviewProps {
  body: Blob;
  kind: 'audio' | 'video' | 'pdf';
  contentType: string;
  name: string;
}

/** Sound, film and PDF by the browser's own players. */
export function MediaPreview({ body, kind, contentType, name }: MediaPreviewProps) {
  const url = useObjectUrl(body, kind === 'pdf' ? 'application/pdf' : contentType);
  if (!url) return <Skeleton className="h-64" />;
  if (kind === 'pdf') {
    return <iframe src={url} title={name} className="h-[70dvh] w-full rounded border border-line" />;
  }
  if (kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: a stranger's recording has none
    return <audio controls src={url} aria-label={name} className="w-full" />;
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: a stranger's film has none
    <video controls src={url} aria-label={name} className="max-h-[70dvh] w-full rounded border border-line" />
  );
}
