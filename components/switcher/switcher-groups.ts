import type { LabMemberRole } from '@labroom/client/documents';
import { labPath } from '#lib/api/lab-reference.ts';
import type { RecentLab } from '#lib/recent/recent-places.ts';

interface SwitcherLab extends RecentLab {
  image?: string | null;
  role?: LabMemberRole | undefined;
}

interface SwitcherGroup {
  heading: string;
  labs: SwitcherLab[];
}

const recentShown = 4;

/**
 * Labs to go to: those that were opened last, without the one of this page, and then the others of the wallet. Each stands once.
 * @param here the path of the page
 */
export function switcherGroups(
  mine: readonly SwitcherLab[],
  recent: readonly RecentLab[],
  here: string,
): SwitcherGroup[] {
  const isHere = ({ shortname }: RecentLab) => `${here}/`.startsWith(`${labPath(shortname)}/`);
  const own = new Map(mine.map((lab) => [lab.oclId, lab]));
  const last = recent
    .filter((lab) => !isHere(lab))
    .slice(0, recentShown)
    .map((lab) => own.get(lab.oclId) ?? lab);
  const shown = new Set(last.map(({ oclId }) => oclId));
  const others = mine.filter((lab) => !shown.has(lab.oclId));
  return [
    { heading: 'Recent', labs: last },
    { heading: 'My labs', labs: others },
  ].filter(({ labs }) => labs.length > 0);
}
