import 'server-only';
import { ReleasePageDocument, ReleasesDocument, RoomNowDocument } from '@labroom/client/documents';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { queryOutcome } from './query-service.ts';
import { readerOutcome } from './reader-outcome.ts';

/** All releases of a lab, the newest first. A lab has at most 100. */
export const loadReleases = cache((oclId: string) =>
  readerOutcome(ReleasesDocument, { oclId, page: 0, perPage: 100 }),
);

/** A release of a lab by the number in the URL, with its manifest. Shows the 404 page if there is none. */
export const loadRelease = cache(async (oclId: string, number: string) => {
  const outcome = await loadReleases(oclId);
  if (!outcome.ok) return outcome;
  const found = outcome.data.releases.nodes.find((release) => String(release.number) === number);
  if (!found) notFound();
  return queryOutcome(ReleasePageDocument, { did: found.did });
});

/** Every file of a data room. */
export const loadRoom = cache((oclId: string) => queryOutcome(RoomNowDocument, { oclId }));
