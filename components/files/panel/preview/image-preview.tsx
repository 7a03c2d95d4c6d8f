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
  return <Picture url={url} name={name} />;
}

/** As a data URL: opened in a tab of its own, a blob's document would have our origin, and SVG can hold scripts. */
function SvgImage({ body, name }: Omit<ImagePreviewProps, 'contentType'>) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const reader = new FileReader();
    reader.onload = () => setUrl(String(reader.result));
    reader.readAsDataURL(new Blob([body], { type: 'image/svg+xml' }));
    return () => reader.abort();
  }, [body]);
  return <Picture url={url} name={name} />;
}

/** A picture at an address, or where it will be. */
export function Picture({ url, name }: { url: string | null; name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (!url) return <Skeleton className="h-64" />;
  if (isBroken)
    return (
      <EmptyState title="This browser cannot show the image">Download it to open it elsewhere.</EmptyState>
    );
  return (
    // biome-ignore lint/performance/noImgElement: a picture in memory has nothing to optimise
    <img
      src={url}
      alt={name}
      onError={() => setBroken(true)}
      className="mx-auto picture-ground max-h-[70dvh] rounded border border-line object-contain"
    />
  );
}
