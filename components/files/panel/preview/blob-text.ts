'use client';
import { useEffect, useState } from 'react';
import type { BlobText } from '#lib/download/first-file.ts';

// What a person may read; more would only slow the page down.
const MOST_BYTES = 512 * 1024;

/**
 * The beginning of a blob as text; bytes that are not UTF-8 become replacement characters. `first` stands in until it is
 * read.
 */
export function useBlobText(
  body: Blob,
  mostBytes = MOST_BYTES,
  first: BlobText | null = null,
): BlobText | null {
  const [loaded, setLoaded] = useState(first);
  useEffect(() => {
    let current = true;
    body
      .slice(0, mostBytes)
      .text()
      .then(
        (text) => current && setLoaded({ text: text.replace(/^\uFEFF/, ''), isCut: body.size > mostBytes }),
      );
    return () => {
      current = false;
    };
  }, [body, mostBytes]);
  return loaded;
}
