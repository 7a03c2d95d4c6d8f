'use client';
import { mayAct } from '@labroom/formats/pdf/pdf-actions';
import { useEffect, useState } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useObjectUrl } from '../parts/object-url.ts';

/** Shows a PDF in the browser's viewer. The viewer would run scripts, so a PDF that may act is not shown. */
export function PdfPreview({ body, name }: { body: Blob; name: string }) {
  const [acts, setActs] = useState<boolean | null>(null);
  const url = useObjectUrl(body, 'application/pdf');
  useEffect(() => {
    let current = true;
    void mayAct(body).then((answer) => current && setActs(answer));
    return () => {
      current = false;
    };
  }, [body]);
  if (acts) {
    return (
      <EmptyState title="This PDF is not shown here.">
        The PDF has scripts or actions, or is locked. Download it and open it with a reader that you trust.
      </EmptyState>
    );
  }
  if (acts === null || !url) return <Skeleton className="h-64" />;
  return (
    <iframe
      src={`${url}#navpanes=0`}
      title={name}
      className="h-[var(--preview-height,70dvh)] w-full rounded border border-line"
    />
  );
}
