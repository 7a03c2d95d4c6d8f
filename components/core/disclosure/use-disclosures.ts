'use client';
import { useId, useState } from 'react';
import { type Disclosures, type FileToLookInto, lookInto } from '#lib/disclosure/look-into.ts';
import { useRead } from '#lib/reading/use-read.ts';

export interface LookedInto {
  /** By path; `null` while files are read. */
  byPath: ReadonlyMap<string, Disclosures> | null;
  /** How many files were read. */
  count: number;
}

/** What publishing files would reveal. The files stay the same while the component is mounted. */
export function useDisclosures(files: readonly FileToLookInto[], isWanted = true): LookedInto {
  const [count, setCount] = useState(0);
  const { data } = useRead({
    key: ['disclosures', useId()],
    read: ({ signal }) => lookInto(files, { signal, onLooked: setCount }),
    pause: !isWanted,
  });
  return { byPath: data ?? null, count };
}
