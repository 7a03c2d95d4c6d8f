'use client';
import { shortnameOf } from '@labroom/protocol/shortname';
import { labPath } from '#lib/api/lab-reference.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { visibleName } from '#lib/names/visible-name.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { LabBanner } from '../core/labs/lab-banner.tsx';
import type { LabDraft } from './progress-store.ts';

/** The picture, name and web address that a lab will have. Its picture follows from its number, which the chain gives. */
export function LabPreview({ draft }: { draft: LabDraft }) {
  const config = usePublicConfig();
  const next = useRead({
    key: ['next lab'],
    read: async () => (await import('./next-lab.ts')).nextOclId(config),
  });
  const shortname = shortnameOf(draft.name);
  return (
    <figure aria-label="How the lab will look" className="min-w-0 border border-line bg-sheet">
      {next.data ? <LabBanner oclId={next.data} format="card" /> : <div className="aspect-[2/1] bg-wash" />}
      <div className="flex flex-col gap-2 p-5">
        <p className={`line-clamp-2 font-serif text-xl ${draft.name ? '' : 'text-ink3'}`}>
          <bdi>{draft.name ? visibleName(draft.name) : 'The name of your lab'}</bdi>
        </p>
        {draft.description && (
          <p className="line-clamp-3 font-serif text-ink2">
            <bdi>{visibleName(draft.description)}</bdi>
          </p>
        )}
        {shortname && <p className="text-sm break-all text-ink2">{labPath(shortname)}</p>}
        <p className="text-sm text-ink3">
          {next.data &&
            'The picture is drawn from the id that the lab gets if nobody creates another one before. '}
          {shortname && 'The address gets a number if another lab has it.'}
        </p>
      </div>
    </figure>
  );
}
