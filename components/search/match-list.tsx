import type { MatchFieldsFragment } from '@labroom/client/documents';
import { HighlightedParts, withoutMarkup } from './highlighted.tsx';

type Field = MatchFieldsFragment['field'];

const fieldNames: Readonly<Record<Field, string>> = {
  NAME: 'Name',
  DESCRIPTION: 'Description',
  TAG: 'Tag',
  CATEGORY: 'Category',
  TEXT: 'In its text',
  LAB: 'Lab',
};

interface MatchListProps {
  matches: readonly MatchFieldsFragment[];
  /** What `NAME` is called, e.g. "Headline". */
  name?: string;
  /** Passages are Markdown. Their markup is removed. */
  markdown?: boolean;
}

/** Why a result is one: each field with words of the search, and how misspelled words were read. */
export function MatchList({ matches, name = fieldNames.NAME, markdown = false }: MatchListProps) {
  if (matches.length === 0) return <p className="text-ink2">Found by similar wording or meaning.</p>;
  const read = new Map(
    matches.flatMap(({ parts, replaces }) =>
      replaces.flatMap((typed, at) => (typed ? [[typed, parts[2 * at + 1] ?? ''] as const] : [])),
    ),
  );
  return (
    <>
      <dl className="grid max-w-prose grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-ink2">
        {matches.map(({ field, parts }) => (
          <div key={`${field} ${parts.join('')}`} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink3">{field === 'NAME' ? name : fieldNames[field]}</dt>
            <dd className="min-w-0 break-words">
              <HighlightedParts parts={markdown ? parts.map(withoutMarkup) : parts} />
            </dd>
          </div>
        ))}
      </dl>
      {[...read].map(([typed, found]) => (
        <p key={typed} className="text-ink2">
          “{typed}” read as “{found}”
        </p>
      ))}
    </>
  );
}
