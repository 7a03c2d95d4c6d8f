import type { ReactNode } from 'react';

export function DefinitionList({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-4 text-sm">{children}</dl>;
}

export function Definition({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink2">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
