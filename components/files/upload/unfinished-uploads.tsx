'use client';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { LabUploads } from './lab-uploads.ts';

/** After a reload: lists interrupted uploads and how to resume them. The user must choose the files again. */
export function UnfinishedUploads({ uploads: { queue, memory } }: { uploads: LabUploads }) {
  const { items } = useSyncExternalStore(queue.subscribe, queue.getSnapshot, queue.getSnapshot);
  const [isOver, setOver] = useState(false);
  if (isOver || items.length > 0) return null;
  const paths = memory.unfinished();
  const [first] = paths;
  if (first === undefined) return null;
  const forget = () => {
    memory.forget(paths);
    setOver(true);
  };
  return (
    <Notice action={<Button onClick={forget}>Discard</Button>}>
      <strong className="font-medium break-words">
        {paths.length === 1 ? `${first} was` : `${first} and ${paths.length - 1} more were`} not finished when
        you left this page.
      </strong>{' '}
      Choose the same files or folder again to continue. Finished files are skipped.
    </Notice>
  );
}
