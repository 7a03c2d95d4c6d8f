'use client';
import { useEffect, useState } from 'react';
import { part } from '#components/ui/part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ImagePreview } from './image-preview.tsx';
import { isDeepPng } from './is-deep-png.ts';

const DeepPngPreview = part(async () => (await import('../tiff/tiff-preview.tsx')).DeepPngPreview, {
  loading: <Skeleton className="h-64" />,
});

interface ImageFileProps {
  body: Blob;
  contentType: string;
  name: string;
  opensWith: string;
}

/** A file that is an image, with the contrast that it needs where the browser would show a part of its bits only. */
export function ImageFilePreview({ body, contentType, name, opensWith }: ImageFileProps) {
  const [deep, setDeep] = useState<Blob | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void isDeepPng(body).then((isDeep) => isCurrent && isDeep && setDeep(body));
    return () => {
      isCurrent = false;
    };
  }, [body]);
  return deep === body ? (
    <DeepPngPreview body={body} name={name} opensWith={opensWith} />
  ) : (
    <ImagePreview body={body} contentType={contentType} name={name} />
  );
}
