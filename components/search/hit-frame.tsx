import type { LabNameFragment } from '@labroom/client/documents';
import type { ReactNode } from 'react';
import { Name } from '#components/ui/name.tsx';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';

interface HitFrameProps {
  icon: ReactNode;
  /** Link to the result. */
  title: ReactNode;
  lab: LabNameFragment;
  at: string | null;
  /** Shown beside the lab, e.g. the access level. */
  facts?: ReactNode;
  children: ReactNode;
}

/** Common layout of all kinds of results. */
export function HitFrame({ icon, title, lab, at, facts, children }: HitFrameProps) {
  return (
    <article className="grid gap-x-8 gap-y-2 py-4 text-sm md:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="flex min-w-0 gap-3">
        <span className="mt-0.5">{icon}</span>
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <h2 className="line-clamp-2 text-base leading-6 font-medium break-words">
            <bdi>{title}</bdi>
          </h2>
          {children}
        </div>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-ink2 max-md:pl-8 md:flex-col md:items-start">
        <TextLink href={labPath(lab.shortname)} title={labTitle(lab)} className="max-w-full truncate">
          <Name>{labTitle(lab)}</Name>
        </TextLink>
        {facts}
        {at && <Time value={at} style="date" />}
      </div>
    </article>
  );
}
