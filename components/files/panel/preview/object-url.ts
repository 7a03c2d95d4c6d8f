'use client';
import { useEffect, useState } from 'react';

/** Sound, film, pictures and PDF; none that a browser makes a document of with scripts, as it does of everything in XML. */
const MEDIA = /^((audio|image|video)\/(?!svg)[\w.-]+|application\/pdf)$/;

/** The type under which a stranger's bytes get an address: anybody may open that in a tab, where it has our origin. */
export function typeInMemory(contentType: string): string {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return MEDIA.test(type) ? type : 'application/octet-stream';
}

/** A URL for bytes in memory, for as long as the component is there. */
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
