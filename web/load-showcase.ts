import 'server-only';
import { type LabCardFragment, ShowcaseDocument, type ShowcaseQuery } from '@labroom/client/documents';
import { loadRoom } from './load-room.ts';
import { queryOutcome } from './query-service.ts';
import { shownImage } from './shown-image.ts';

type Showcase = ShowcaseQuery['showcase'];

/** The labs that are shown first, and by which rule. None if the service does not answer. */
export async function loadShowcase(): Promise<Showcase> {
  const outcome = await queryOutcome(ShowcaseDocument, {});
  if (!outcome.ok) return { rule: 'NONE', labs: [] };
  const { rule, labs } = outcome.data.showcase;
  return { rule, labs: labs.map((lab) => ({ ...lab, image: shownImage(lab.image) })) };
}

/** The room of the first of these labs that has files; `null` without one. */
export async function loadFirstRoom(labs: readonly LabCardFragment[]) {
  for (const lab of labs) {
    const room = await loadRoom(lab);
    if (room.folders.length > 0) return room;
  }
  return null;
}
