'use client';
import { useEffect, useState } from 'react';
import { notify } from '../../ui/message.ts';
import { uploadQueue } from '../queue/uploads.ts';

interface Drop {
  /** Whether nothing of the drop needs a question. What is true at first counts. */
  mayStart: boolean;
  /** The access is known. */
  isReady: boolean;
  count: number;
  start: () => void;
}

/** Starts the upload of a drop into a folder of the team, which publishes and replaces nothing. Returns whether to ask instead. */
export function useDropWithoutQuestion({ mayStart, isReady, count, start }: Drop): boolean {
  const [asks] = useState(!mayStart);
  const starts = !asks && isReady;
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once
  useEffect(() => {
    if (!starts) return;
    const queue = uploadQueue();
    const ids = () => queue.getSnapshot().items.map(({ id }) => id);
    const earlier = new Set(ids());
    start();
    const added = ids().filter((id) => !earlier.has(id));
    const files = count === 1 ? '1 file is' : `${count} files are`;
    notify('info', `${files} being encrypted for the team, like this folder.`, undefined, {
      label: 'Stop',
      run() {
        for (const id of added) queue.cancel(id);
      },
    });
  }, [starts]);
  return asks;
}
