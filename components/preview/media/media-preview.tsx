'use client';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useObjectUrl } from '../parts/object-url.ts';

interface MediaPreviewProps {
  body: Blob;
  contentType: string;
  name: string;
}

/** Audio in the browser's own player. */
export function AudioPreview({ body, contentType, name }: MediaPreviewProps) {
  const url = useObjectUrl(body, contentType);
  if (!url) return <Skeleton className="h-64" />;
  // biome-ignore lint/a11y/useMediaCaption: uploaded recordings have no captions
  return <audio controls src={url} aria-label={name} className="w-full" />;
}

/** Video in the browser's own player. */
export function VideoPreview({ body, contentType, name }: MediaPreviewProps) {
  const url = useObjectUrl(body, contentType);
  if (!url) return <Skeleton className="h-64" />;
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
