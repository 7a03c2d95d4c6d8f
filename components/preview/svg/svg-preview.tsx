'use client';
import { useCallback, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useReading } from '../reading/use-reading.ts';
import { DrawingFrame } from './drawing-frame.tsx';
import { useOneDrawing } from './one-drawing.ts';

/** A larger drawing is drawn on a click. */
const AUTOMATIC_BYTES = 20_000;

/** An SVG, checked in a worker and drawn in a frame of its own. One is shown at a time; the others have a button. */
export function SvgPreview({ body, name }: { body: Blob; name: string }) {
  const [isShown, show] = useOneDrawing(body, body.size <= AUTOMATIC_BYTES);
  if (isShown) return <CheckedDrawing body={body} name={name} />;
  return (
    <span className="mx-auto flex min-h-32 w-full flex-col items-center justify-center gap-2 rounded border border-line p-4 text-sm text-ink2">
      <span className="max-w-full truncate">
        {name}, SVG drawing of {formatBytes(body.size)}
      </span>
      <Button size="sm" aria-label={`Preview ${name}`} onClick={show}>
        Preview
      </Button>
    </span>
  );
}

function CheckedDrawing({ body, name }: { body: Blob; name: string }) {
  const reading = useReading('svg', body);
  const [stopped, setStopped] = useState<Blob | null>(null);
  const stop = useCallback(() => setStopped(body), [body]);
  if (stopped === body)
    return (
      <EmptyState title="Drawing was stopped.">
        This image took more than five seconds to draw. Download it to open it elsewhere.
      </EmptyState>
    );
  switch (reading.kind) {
    case 'reading':
      return <Skeleton className="h-64" />;
    case 'failed':
      return (
        <EmptyState title="The preview does not draw this image.">
          {reading.message} Download it to open it elsewhere.
        </EmptyState>
      );
    case 'read':
      return <DrawingFrame body={body} name={name} drawing={reading.value} onSilent={stop} />;
  }
}
