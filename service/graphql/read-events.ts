import type { FastifyBaseLogger } from 'fastify';
import type { LabActivityFilter } from '#contract/schema.generated.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { consumerWithoutCredential } from '../auth/consumer-credential.ts';
import { answerGraphQL } from './answer.ts';
import { createExecutor } from './execute.ts';
import { serviceSchema } from './schema.ts';

const FILE =
  '{ ref path version accessLevel previousAccessLevel sharedVersions contentType contentHash changeBy systemTime }';
const CHANGE = '{ entries { from to ref fileCount } entryCount fileCount changeBy systemTime }';

/** Fields of an event as every transport sends them: `LabEvent` of the schema without its lab. */
export const EVENT = `{
  id cursor oclId removed
  onChain { id chainId contractAddress contractName eventName blockNumber blockTimestamp txHash logIndex args }
  activity { __typename
    ... on LabEventFileAdded { entry ${FILE} } ... on LabEventFileUpdated { entry ${FILE} }
    ... on LabEventFileRemoved { entry ${FILE} }
    ... on LabEventEntriesMoved { change ${CHANGE} } ... on LabEventEntriesTrashed { change ${CHANGE} }
    ... on LabEventEntriesRestored { change ${CHANGE} } ... on LabEventEntriesRemoved { change ${CHANGE} }
    ... on LabEventReleaseCreated { release { did number name createdBy createdAt } }
    ... on LabEventReadinessChanged { readiness { level formerLevel changeBy systemTime } }
    ... on LabEventTodoChanged { todo { id action changeBy systemTime } }
    ... on LabEventDiscussion { discussion { action threadId ref path version changeBy systemTime } }
    ... on LabEventAnnouncement { announcement { id headline changeBy systemTime } } } }`;

/** Events of the log after a position. */
export const EVENTS = `query Events($after: String!, $oclId: String, $filter: LabActivityFilter, $perPage: Int = 100) {
  activities(after: $after, oclId: $oclId, filter: $filter, perPage: $perPage) {
    endCursor pageInfo { hasNextPage } events ${EVENT} } }`;

export interface SentEvent {
  id: string;
  cursor: string;
}

interface EventQuery {
  after: number;
  oclId: string;
  filter: LabActivityFilter | null;
  perPage: number;
  /** Whether they are for members of the lab, who get what the operator hid. */
  isForMembers: boolean;
}

/** Reads events of one lab by their position. */
export type EventReader = (query: EventQuery) => Promise<ReadonlyMap<string, SentEvent>>;

/** A reader for jobs, which no consumer asks for. */
export function openEventReader(context: ServiceContext, log: FastifyBaseLogger): EventReader {
  const execute = createExecutor(serviceSchema(), { introspection: false, maxDepth: null });
  const consumer = consumerWithoutCredential('webhooks', []);
  return async ({ after, isForMembers, ...variables }) => {
    const { status, body } = await answerGraphQL(
      execute,
      { query: EVENTS, variables: { after: String(after), ...variables }, queriesOnly: true },
      {
        ...context,
        caller: { consumer, wallet: { kind: 'none' } },
        visitor: undefined,
        isForMembers,
        requestId: 'webhooks',
        startedAt: new Date(),
        log,
      },
    );
    const { data } = body as { data?: { activities: { events: SentEvent[] } } | null };
    if (status !== 200 || !data) throw new Error(`The event log could not be read: ${status}`);
    return new Map(data.activities.events.map((event) => [event.cursor, event]));
  };
}
