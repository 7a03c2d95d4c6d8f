'use client';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useObjectUrl } from './object-url.ts';

interface MediaPreviewProps {
  body: Blob;
  kind: 'audio' | 'video';
  contentType: string;
  name: string;
}

/** Audio and video in the browser's own players. */
export function MediaPreview({ body, kind, contentType, name }: MediaPreviewProps) {
  const url = useObjectUrl(body, contentType);
  if (!url) return <Skeleton className="h-64" />;
  if (kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: uploaded recordings have no captions
    return <audio controls src={url} aria-label={name} className="w-full" />;
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no captions
    <video
      controls
      src={url}
      aria-label={name}
      className="max-h-[var(--preview-height,70dvh)] w-full rounded border border-line"
    />
  );
}
