'use client';
import { useEffect, useState } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useObjectUrl } from './object-url.ts';

interface ImagePreviewProps {
  body: Blob;
  contentType: string;
  name: string;
}

export function ImagePreview({ body, contentType, name }: ImagePreviewProps) {
  const isSvg = /^\s*image\/svg/i.test(contentType);
  return isSvg ? (
    <SvgImage body={body} name={name} />
  ) : (
    <BlobImage body={body} contentType={contentType} name={name} />
  );
}

function BlobImage({ body, contentType, name }: ImagePreviewProps) {
  const url = useObjectUrl(body, contentType);
  return <LoadedImage url={url} name={name} />;
}

/** Shows an SVG as a data URL. A blob URL opened in a tab would run the SVG's scripts with the origin of this site. */
function SvgImage({ body, name }: Omit<ImagePreviewProps, 'contentType'>) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const reader = new FileReader();
    reader.onload = () => setUrl(String(reader.result));
    reader.readAsDataURL(new Blob([body], { type: 'image/svg+xml' }));
    return () => reader.abort();
  }, [body]);
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
