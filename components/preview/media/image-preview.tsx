'use client';
import { isSvg } from '@labroom/formats/formats';
import { useState } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { part } from '#components/ui/part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useObjectUrl } from '../parts/object-url.ts';

const SvgPreview = part(async () => (await import('../svg/svg-preview.tsx')).SvgPreview, {
  loading: <Skeleton className="h-64" />,
});

interface ImagePreviewProps {
  body: Blob;
  contentType: string;
  name: string;
}

export function ImagePreview({ body, contentType, name }: ImagePreviewProps) {
  return isSvg(contentType) ? (
    <SvgPreview body={body} name={name} />
  ) : (
    <BlobImage body={body} contentType={contentType} name={name} />
  );
}

function BlobImage({ body, contentType, name }: ImagePreviewProps) {
  const url = useObjectUrl(body, contentType);
  return <LoadedImage url={url} name={name} />;
}

/** An image, or a placeholder until its URL is known. */
export function LoadedImage({ url, name }: { url: string | null; name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (!url) return <Skeleton className="h-64" />;
  if (isBroken)
    return (
      <EmptyState title="This browser cannot show the image.">Download it to open it elsewhere.</EmptyState>
    );
  return (
    // biome-ignore lint/performance/noImgElement: an image in memory cannot be optimized
    <img
      src={url}
      alt={name}
      onError={() => setBroken(true)}
      className="mx-auto image-background max-h-[var(--preview-height,70dvh)] rounded border border-line object-contain"
    />
  );
}
