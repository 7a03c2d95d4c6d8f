import {
  ActivitiesDocument,
  FollowActivitiesDocument,
  type FollowActivitiesQuery,
  LabActivityDocument,
  type LabActivityQuery,
  PaidCallsDocument,
  type PaidCallsQuery,
  type PaidCallsQueryVariables,
  SearchLabsDocument,
  type SearchLabsQuery,
  type SearchLabsQueryVariables,
} from '../documents/documents.generated.ts';
import type { ApiCall } from './execute.ts';

interface Page<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean };
}

/**
 * The entries of all pages of a list, in order, e.g. of labs, files, members or search results. Reads a page when it is
 * needed. `read` asks for the page with this number, from 0.
 */
export async function* everyEntry<Node>(read: (page: number) => Promise<Page<Node>>): AsyncGenerator<Node> {
  for (let page = 0; ; page += 1) {
    const { nodes, pageInfo } = await read(page);
    yield* nodes;
    if (!pageInfo.hasNextPage) return;
  }
}

export type PaidCallEntry = PaidCallsQuery['paidCalls']['nodes'][number];

/** What the wallet of a session paid for at the gateway, newest first. */
export async function* everyPaidCall(call: ApiCall, signal?: AbortSignal): AsyncGenerator<PaidCallEntry> {
  for (let cursor: string | null = null; ; ) {
    const args: PaidCallsQueryVariables = { limit: 200, cursor };
    const { nodes, hasNextPage } = (await call(PaidCallsDocument, args, signal)).paidCalls;
    yield* nodes;
    cursor = nodes.at(-1)?.id ?? null;
    if (!hasNextPage || cursor === null) return;
  }
}

export type Activity = LabActivityQuery['labActivity']['nodes'][number];

/** The entries of the feed of a lab, without `oclId` of all labs, newest first. */
export function everyActivity(
  call: ApiCall,
  { oclId, filter, signal }: { oclId?: string; filter?: 'FILE' | 'ANNOUNCEMENT'; signal?: AbortSignal } = {},
): AsyncGenerator<Activity> {
  return everyEntry(async (page) => {
    const args = { page, perPage: 100, ...(filter && { filter }) };
    if (oclId !== undefined) return (await call(LabActivityDocument, { ...args, oclId }, signal)).labActivity;
    const { activities: nodes, pageInfo } = (await call(ActivitiesDocument, args, signal)).activities;
    return { nodes, pageInfo };
  });
}

export type SearchHit = SearchLabsQuery['searchLabs']['nodes'][number];

/** What a search finds in the labs' files and announcements, the best first. */
export function everyHit(
  call: ApiCall,
  { signal, ...query }: Omit<SearchLabsQueryVariables, 'page'> & { signal?: AbortSignal },
): AsyncGenerator<SearchHit> {
  return everyEntry(async (page) => (await call(SearchLabsDocument, { ...query, page }, signal)).searchLabs);
}

export type LabEvent = FollowActivitiesQuery['activities']['events'][number];

export interface EventsQuery {
  /** The `cursor` of the last event that was handled; `0`: from the beginning. */
  after: string;
  /** Only events of this lab. */
  oclId?: string;
  signal?: AbortSignal;
}

/**
 * The events that the log has after a position, oldest first, each exactly once; ends at the end of the log. Keep the
 * `cursor` of the last handled event to go on from there (docs/specification/events.md).
 */
export async function* everyEvent(
  call: ApiCall,
  { after, oclId, signal }: EventsQuery,
): AsyncGenerator<LabEvent> {
  for (let position = after; ; ) {
    const args = { after: position, perPage: 100, ...(oclId && { oclId }) };
    const { events, endCursor, pageInfo } = (await call(FollowActivitiesDocument, args, signal)).activities;
    yield* events;
    if (!pageInfo.hasNextPage) return;
    position = endCursor;
  }
}
