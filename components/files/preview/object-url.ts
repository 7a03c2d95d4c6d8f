'use client';
import { useEffect, useState } from 'react';

/** A URL for bytes in memory, under a type that we chose, for as long as the component is there. */
export function useObjectUrl(body: Blob, type: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(body.slice(0, body.size, type));
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [body, type]);
  return url;
}
