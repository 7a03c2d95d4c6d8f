import { ArrowLeftRight, Building2, File, UserRound } from 'lucide-react';
import { Name } from '#components/ui/name.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { ExactRow } from './exact-row.ts';

export const exactIcons = {
  lab: Building2,
  person: UserRound,
  file: File,
  transaction: ArrowLeftRight,
} as const;

/** What the search text names exactly, above everything else. */
export function ExactHits({ rows }: { rows: readonly ExactRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul aria-label="Exact matches" className="divide-y divide-line border-y border-line">
      {rows.map(({ kind, name, reason, lab, path }) => {
        const Icon = exactIcons[kind];
        return (
          <li key={`${reason} ${path}`} className="flex gap-3 py-4 text-sm">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink2" />
            <div className="flex min-w-0 flex-col gap-1">
              <h2 className="text-base leading-6 font-medium break-words">
                <TextLink href={path}>
                  <Name>{name}</Name>
                </TextLink>
              </h2>
              <p className="text-ink2">
                {reason}
                {lab && (
                  <>
                    {' '}
                    · <Name>{lab}</Name>
                  </>
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
