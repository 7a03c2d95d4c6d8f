'use client';
import { useState } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useBlobText } from '../parts/blob-text.ts';
import { TextPreview } from './text-preview.tsx';

const MAX_BYTES = 500_000;

/** The content of a text format whose preview shows something else. */
export function AsText({ body }: { body: Blob }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The file as text</summary>
      {isOpen && <Text body={body} />}
    </details>
  );
}

/** The beginning of a file that is not what its name says, but a text. Nothing, if it is none. */
export function TextOfUnread({ body }: { body: Blob }) {
  const text = useBlobText(body, { maxBytes: MAX_BYTES });
  if (!text || text.encoding === null || text.text === '') return null;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-ink2">The file is a text:</p>
      <TextPreview text={text.text} isCut={text.isCut} />
    </div>
  );
}

function Text({ body }: { body: Blob }) {
  const text = useBlobText(body, { maxBytes: MAX_BYTES });
  return text ? <TextPreview text={text.text} isCut={text.isCut} /> : <Skeleton className="h-64" />;
}
