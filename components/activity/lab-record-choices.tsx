import { labPath } from '#lib/api/lab-reference.ts';
import { withParams } from '#lib/urls/search-params.ts';
import { LinkChoices } from '../ui/link-choices.tsx';
import { activityChoices, discussionShow } from './activity-filters.ts';

interface LabRecordChoicesProps {
  shortname: string;
  /** The page that is shown, or the value of `show` on the page of the activity. */
  shown: { page: 'releases' | 'changes' } | { show: string | undefined };
}

/** Links between the pages of what happened in a lab: its feed, discussions, releases, and what changed between two moments. */
export function LabRecordChoices({ shortname, shown }: LabRecordChoicesProps) {
  const path = labPath(shortname, 'activity');
  const page = 'page' in shown ? shown.page : null;
  const show = 'show' in shown ? shown.show : undefined;
  const ofFeed = activityChoices(path, show, 'Onchain').map((choice) => ({
    ...choice,
    isChosen: page === null && choice.isChosen,
  }));
  return (
    <LinkChoices
      label="Filter the activity"
      choices={[
        ...ofFeed,
        {
          name: 'Discussion',
          href: withParams(path, { show: discussionShow }),
          isChosen: show === discussionShow,
        },
        { name: 'Releases', href: labPath(shortname, 'releases'), isChosen: page === 'releases' },
        { name: 'What changed', href: labPath(shortname, 'changes'), isChosen: page === 'changes' },
      ]}
    />
  );
}
