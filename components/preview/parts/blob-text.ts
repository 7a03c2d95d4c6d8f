'use client';
import type { Encoding } from '@labroom/formats/text/encodings';
import { readPlainText } from '@labroom/formats/text/read-plain-text';
import { useEffect, useState } from 'react';
import type { BlobText } from '#lib/download/first-file.ts';

// Shown part of a text. More would slow down the page.
const MAX_BYTES = 512 * 1024;

interface Options {
  maxBytes?: number;
  /** Returned until the blob is read. */
  first?: BlobText | null;
  /** Default: judged by the bytes. */
  encoding?: Encoding | undefined;
}

/** The beginning of a blob as text. Of bytes that are no text, what is UTF-8 among them, and no encoding. */
export function useBlobText(
  body: Blob,
  { maxBytes = MAX_BYTES, first = null, encoding }: Options = {},
): BlobText | null {
  const [loaded, setLoaded] = useState(first);
  useEffect(() => {
    let current = true;
    readShown(body, maxBytes, encoding).then((read) => {
      if (!current) return;
      const tree = first?.text === read.text ? (first.tree ?? null) : null;
      setLoaded({ ...read, tree });
    });
    return () => {
      current = false;
    };
  }, [body, maxBytes, first, encoding]);
  return loaded;
}

async function readShown(body: Blob, maxBytes: number, encoding: Encoding | undefined): Promise<BlobText> {
  const read = await readPlainText(body, { maxBytes, encoding });
  if (read) return read;
  const text = await body.slice(0, maxBytes).text();
  return { text, isCut: body.size > maxBytes, encoding: null, isGuessed: false };
}
