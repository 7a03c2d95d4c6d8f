'use client';
import type { ModelOf, OptionsOf, ReaderId, SourceOf } from '@labroom/formats/models';
import type { ReactNode } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { part } from '#components/ui/part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useReading } from './use-reading.ts';

const TextOfUnread = part<{ body: Blob }>(async () => (await import('../text/as-text.tsx')).TextOfUnread, {
  loading: null,
});

interface WithReadingProps<Format extends ReaderId> {
  format: Format;
  body: SourceOf<Format>;
  /** The part of the file to read, for formats that are read in parts. */
  options?: OptionsOf<Format>;
  opensWith: string;
  children: (reading: ModelOf<Format>) => ReactNode;
}

/** Shows what a worker read from the file, or why the file cannot be read, and its text if it is one. */
export function WithReading<Format extends ReaderId>({
  format,
  body,
  options,
  opensWith,
  children,
}: WithReadingProps<Format>) {
  const reading = useReading(format, body, options);
  switch (reading.kind) {
    case 'reading':
      return <Skeleton className="h-64" />;
    case 'read':
      return children(reading.value);
    case 'failed':
      return (
        <div className="flex flex-col gap-6">
          <EmptyState title="The preview cannot read this file.">
            {reading.message} Download it to open it with {opensWith}.
          </EmptyState>
          {body instanceof Blob && <TextOfUnread body={body} />}
        </div>
      );
  }
}

/** The preview of a format that is read as a whole. */
export function readingPreview<Format extends ReaderId>(
  format: Format,
  show: (reading: ModelOf<Format>) => ReactNode,
) {
  return function ReadingPreview(file: Pick<WithReadingProps<Format>, 'body' | 'opensWith'>) {
    return (
      <WithReading format={format} {...file}>
        {show}
      </WithReading>
    );
  };
}
