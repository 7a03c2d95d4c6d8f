import 'server-only';
import { AnnouncementDocument, type AnnouncementQuery } from '@labroom/client/documents';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import type { Outcome } from '#lib/api/outcome.ts';
import { queryOutcome } from './query-service.ts';

type Announcement = NonNullable<AnnouncementQuery['announcement']>;

/** An announcement of a lab by the id in the URL. Shows the 404 page if there is none. */
export const loadAnnouncement = cache(async (oclId: string, id: string): Promise<Outcome<Announcement>> => {
  const outcome = await queryOutcome(AnnouncementDocument, { oclId, id });
  if (!outcome.ok) return outcome;
  if (!outcome.data.announcement) notFound();
  return { ok: true, data: outcome.data.announcement };
});
