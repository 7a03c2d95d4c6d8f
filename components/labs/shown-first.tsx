import type { LabCardFragment, ShowcaseRule } from '@labroom/client/documents';
import { Fragment } from 'react';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { TextLink } from '../ui/text-link.tsx';

/** By which rule labs are on the front page, in words. */
export const showcaseRules: Readonly<Record<ShowcaseRule, string>> = {
  CHOSEN: 'Chosen by the operator of this site',
  VERIFIED: 'Verified by curators',
  NONE: '',
};

interface ShownFirstProps {
  rule: ShowcaseRule;
  labs: readonly LabCardFragment[];
}

/** Which labs the front page shows, and by which rule. Nothing where it shows none. */
export function ShownFirst({ rule, labs }: ShownFirstProps) {
  if (labs.length === 0) return null;
  return (
    <p className="max-w-prose text-sm text-ink2">
      On the front page:{' '}
      {labs.map((lab, at) => (
        <Fragment key={lab.oclId}>
          {at > 0 && ', '}
          <TextLink href={labPath(lab.shortname)}>
            <bdi>{labTitle(lab)}</bdi>
          </TextLink>
        </Fragment>
      ))}
      . {showcaseRules[rule]}.
    </p>
  );
}
