import 'server-only';
import { LabHidingDocument, LabIdentityDocument } from '@labroom/client/documents';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { type LabSection, labPath } from '#lib/api/lab-reference.ts';
import { parseLabSegment } from '#lib/api/lab-segment.ts';
import type { Outcome } from '#lib/api/outcome.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { type SearchParams, withParams } from '#lib/urls/search-params.ts';
import { loadMintedLab } from './load-minted-lab.ts';
import { queryOutcome } from './query-service.ts';
import { readerOutcome } from './reader-outcome.ts';
import { currentSession } from './session/current-session.ts';
import { shownImage } from './shown-image.ts';

/** The lab of a URL, or `null`. Requested once per page, however many components need it. */
export const loadLab = cache(async (segment: string): Promise<Outcome<LabIdentity | null>> => {
  const reference = parseLabSegment(segment);
  if (!reference) return { ok: true, data: null };
  const outcome = await queryOutcome(LabIdentityDocument, reference);
  if (outcome.ok) {
    const lab = outcome.data.labWithDataRoomAndFiles;
    return { ok: true, data: lab && { ...lab, image: shownImage(lab.image) } };
  }
  const { code } = outcome.failure;
  return code === 'VALIDATION_FAILED' || code === 'NOT_FOUND' ? { ok: true, data: null } : outcome;
});

/** Why the operator hides a lab, for its members; `null` for others, and while it is listed. */
export async function loadHiding({ oclId, isListed }: Pick<LabIdentity, 'oclId' | 'isListed'>) {
  if (isListed || !(await currentSession())) return null;
  const outcome = await readerOutcome(LabHidingDocument, { oclId });
  return (outcome.ok && outcome.data.labWithDataRoomAndFiles?.hidden) || null;
}

/**
 * The lab of a page. Shows the 404 page if the lab is unknown. Returns `null` if it could not be loaded or is not registered,
 * because the layout says that. A former shortname redirects to the current one, with the same query parameters.
 */
export async function labOfPage(
  segment: string,
  section: LabSection,
  rest: readonly string[] = [],
  params: Awaited<SearchParams> = {},
): Promise<LabIdentity | null> {
  const outcome = await loadLab(segment);
  if (!outcome.ok) return null;
  if (!outcome.data) {
    const minted = await loadMintedLab(segment);
    if (minted.ok && !minted.data) notFound();
    return null;
  }
  const reference = parseLabSegment(segment);
  const { shortname } = outcome.data;
  if (reference && 'shortname' in reference && reference.shortname !== shortname) {
    redirect(withParams(labPath(shortname, section, rest), params));
  }
  return outcome.data;
}
