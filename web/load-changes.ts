import 'server-only';
import {
  LabChangesDocument,
  type LabChangesQuery,
  type ReleaseFieldsFragment,
} from '@labroom/client/documents';
import { parseManifest } from '@labroom/protocol/release-manifest';
import { notFound } from 'next/navigation';
import type { Outcome } from '#lib/api/outcome.ts';
import { endOf, type Moment, startOf } from '#lib/releases/compared-moments.ts';
import { type ComparedFile, compareRooms, type RoomChange } from '#lib/releases/room-changes.ts';
import { loadRelease, loadRoom } from './load-releases.ts';
import { queryOutcome } from './query-service.ts';

const changesPerPage = 200;
const eventsPerPage = 50;

/** A page of the differences between two moments. */
export interface ComparedRoom {
  changes: RoomChange[];
  total: number;
  totalPages: number;
  /** Moves and deletions, where they are not among the changes. */
  events: LabChangesQuery['labChanges']['events'];
  /** Paths of files that are in the data room now, by DID. */
  present: ReadonlyMap<string, string>;
}

interface Moments {
  former: Moment;
  later: Moment;
  page: number;
}

/** Compares two releases, or a release and the present, by their files; other moments by what the service recorded. */
export async function loadChanges(
  oclId: string,
  { former, later, page }: Moments,
  releases: readonly ReleaseFieldsFragment[],
): Promise<Outcome<ComparedRoom> | null> {
  if (isDay(former) || isDay(later)) {
    const variables = {
      ...{ oclId, page, perPage: changesPerPage },
      since: timeOf(former, releases, startOf),
      until: timeOf(later, releases, endOf),
    };
    if (variables.since >= variables.until) return null;
    const outcome = await queryOutcome(LabChangesDocument, variables);
    return outcome.ok ? { ok: true, data: recorded(outcome.data.labChanges) } : outcome;
  }
  const [one, other, now] = await Promise.all([
    filesAt(oclId, former),
    filesAt(oclId, later),
    filesAt(oclId, 'now'),
  ]);
  if (!one.ok) return one;
  if (!other.ok) return other;
  if (!now.ok) return now;
  const all = compareRooms(one.data, other.data);
  const changes = all.slice(page * changesPerPage, (page + 1) * changesPerPage);
  const present = new Map(now.data.map(({ did, path }) => [did, path]));
  const totalPages = Math.ceil(all.length / changesPerPage);
  return { ok: true, data: { changes, total: all.length, totalPages, events: [], present } };
}

const isDay = (moment: Moment) => typeof moment === 'object' && 'day' in moment;

function timeOf(
  moment: Moment,
  releases: readonly ReleaseFieldsFragment[],
  edgeOf: (day: string) => string,
): string {
  if (moment === 'now') return new Date().toISOString();
  if ('day' in moment) return edgeOf(moment.day);
  return releases.find(({ number }) => number === moment.release)?.createdAt ?? notFound();
}

async function filesAt(oclId: string, moment: Moment): Promise<Outcome<ComparedFile[]>> {
  if (moment === 'now' || 'day' in moment) {
    const outcome = await loadRoom(oclId);
    if (!outcome.ok) return outcome;
    return { ok: true, data: outcome.data.labWithDataRoomAndFiles?.dataRoom.files ?? [] };
  }
  const outcome = await loadRelease(oclId, String(moment.release));
  if (!outcome.ok) return outcome;
  return { ok: true, data: parseManifest(outcome.data.releaseManifest ?? notFound()).files };
}

function recorded({ nodes, totalCount, events, eventCount }: LabChangesQuery['labChanges']): ComparedRoom {
  const changes = nodes.map(({ did, path, formerVersion, version, accessLevel }) => {
    const later = { did, path, version, accessLevel, contentHash: null };
    return { did, later, former: formerVersion === null ? null : { ...later, version: formerVersion } };
  });
  const present = new Map(nodes.map(({ did, path }) => [did, path]));
  const totalPages = Math.max(Math.ceil(totalCount / changesPerPage), Math.ceil(eventCount / eventsPerPage));
  return { changes, total: totalCount, totalPages, events, present };
}
