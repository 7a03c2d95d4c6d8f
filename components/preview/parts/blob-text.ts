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
      .then((read) => {
        if (!current) return;
        const text = read.replace(/^\uFEFF/, '');
        const tree = first?.text === text ? (first.tree ?? null) : null;
        setLoaded({ text, isCut: body.size > maxBytes, tree });
      });
    return () => {
      current = false;
    };
  }, [body, maxBytes, first]);
  return loaded;
}
