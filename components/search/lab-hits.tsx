import type { SearchLabsQuery } from '@labroom/client/documents';
import { plainExcerpt } from '@labroom/markdown/excerpt';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { LabMark } from '../core/labs/lab-mark.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { HighlightedParts } from './highlighted.tsx';

type Hit = SearchLabsQuery['searchLabs']['labs'][number];

/** Labs whose names match. One link stands for all of a lab's files, which match by that name. */
export function LabHits({ hits }: { hits: readonly Hit[] }) {
  if (hits.length === 0) return null;
  return (
    <section aria-labelledby="lab-hits" className="flex flex-col gap-2">
      <h2 id="lab-hits" className="text-base font-medium">
        {hits.length === 1 ? 'Lab' : 'Labs'}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {hits.map(({ lab, matches }) => (
          <li key={lab.oclId} className="flex gap-3 py-4 text-sm">
            <LabMark oclId={lab.oclId} image={lab.image} size="md" />
            <div className="flex min-w-0 flex-col gap-1">
              <h3 className="line-clamp-2 text-base leading-6 font-medium break-words">
                <TextLink href={labPath(lab.shortname)}>
                  <bdi>{matches[0] ? <HighlightedParts parts={matches[0].parts} /> : labTitle(lab)}</bdi>
                </TextLink>
              </h3>
              {lab.description && (
                <p className="line-clamp-2 max-w-prose text-ink2">{plainExcerpt(lab.description)}</p>
              )}
              {lab.fileCount > 0 && (
                <p>
                  <TextLink href={labPath(lab.shortname, 'files')}>
                    {lab.fileCount === 1
                      ? 'The file of this lab'
                      : `All ${lab.fileCount.toLocaleString('en')} files of this lab`}
                  </TextLink>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
