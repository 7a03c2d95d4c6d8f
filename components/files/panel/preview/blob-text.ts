'use client';
import { useEffect, useState } from 'react';
import type { BlobText } from '#lib/download/first-file.ts';

// Shown part of a text. More would slow down the page.
const MAX_BYTES = 512 * 1024;

/**
 * The beginning of a blob as text. Bytes that are not UTF-8 become replacement characters. Returns `first` until the
 * blob is read.
 */
export function useBlobText(
  body: Blob,
  maxBytes = MAX_BYTES,
  first: BlobText | null = null,
): BlobText | null {
  const [loaded, setLoaded] = useState(first);
  useEffect(() => {
    let current = true;
    body
      .slice(0, maxBytes)
      .text()
      .then(
        (text) => current && setLoaded({ text: text.replace(/^\uFEFF/, ''), isCut: body.size > maxBytes }),
      );
    return () => {
      current = false;
    };
  }, [body, maxBytes]);
  return loaded;
}
