'use client';
import { useEffect, useState } from 'react';

/** Audio, video, images and PDF. Excludes XML types such as SVG, which browsers render as documents with scripts. */
const MEDIA = /^((audio|image|video)\/(?!svg)[\w.-]+|application\/pdf)$/;

/**
 * The content type for a blob URL of untrusted bytes. The URL can be opened in a tab, where it has the origin of this
 * site.
 */
export function typeInMemory(contentType: string): string {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return MEDIA.test(type) ? type : 'application/octet-stream';
}

/** A blob URL for bytes in memory. It is revoked when the component unmounts. */
export function useObjectUrl(body: Blob, contentType: string): string | null {
  const type = typeInMemory(contentType);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(body.slice(0, body.size, type));
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [body, type]);
  return url;
}
