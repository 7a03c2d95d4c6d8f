import type { Metadata } from 'next';
import { GuideBody } from '#components/developers/guide-body.tsx';
import { GuideFrame } from '#components/developers/guide-frame.tsx';
import { OperationFilter } from '#components/developers/operation-filter.tsx';
import { OperationList } from '#components/developers/operation-list.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { operations } from '#lib/developers/api-reference.generated.ts';
import { filterOperations } from '#lib/developers/filter-operations.ts';
import { indexText } from '#lib/developers/operation-text.ts';
import { firstParam, type SearchParams } from '#lib/urls/search-params.ts';
import { operationTexts } from '#web/developer-text.ts';

const path = '/developers/reference';

export const metadata: Metadata = {
  title: 'All operations',
  description: 'Every operation of the GraphQL API with arguments, errors and an example that runs.',
  alternates: { canonical: path, types: { 'text/markdown': `${path}.md` } },
};

/** All operations by group; with a search, the ones that match in full. */
export default async function ReferencePage({ searchParams }: { searchParams: SearchParams }) {
  const words = firstParam((await searchParams).q);
  const found = filterOperations(operations, words);
  return (
    <GuideFrame current="reference">
      <header className="flex flex-col gap-4">
        <h1 className="text-2xl">All operations</h1>
        <OperationFilter words={words} />
        <p className="text-sm text-ink2" role="status">
          {words
            ? `${found.length} of ${operations.length} operations match “${words}”.`
            : `${operations.length} operations.`}
        </p>
      </header>
      {!words && <GuideBody text={indexText(operations)} />}
      {words && found.length === 0 && (
        <EmptyState title="No operation matches your search.">
          Try fewer words, or the name of one operation.
        </EmptyState>
      )}
      {words && <OperationList operations={await operationTexts(found)} />}
    </GuideFrame>
  );
}
