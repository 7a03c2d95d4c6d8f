import 'server-only';
import {
  InboxDocument,
  type LabCardFragment,
  LabNewsDocument,
  WaitingInLabDocument,
} from '@labroom/client/documents';
import { dayOf } from '#lib/dates/date-text.ts';
import { dueTodos } from '#lib/home/due-todos.ts';
import { offersTo } from '#lib/labs/offers-to.ts';
import { loadLabs } from './load-labs.ts';
import { readerOutcome } from './reader-outcome.ts';

/** Labs with the newest contributions, whose news are read: two requests each. */
const labsAsked = 8;
const groupsShown = 12;
const noticesShown = 4;
const requestsShown = 4;
const todosShown = 4;

/** What the home of a wallet shows. A part that cannot be loaded is left out, except for the labs. */
export async function loadMyHome(wallet: string) {
  const [labs, inbox] = await Promise.all([
    loadLabs({ walletAddress: wallet, page: 0, perPage: 24 }),
    readerOutcome(InboxDocument, { page: 0, perPage: noticesShown, onlyUnread: true }),
  ]);
  const mine = labs.ok ? labs.data.nodes : [];
  const found = await Promise.all(mine.slice(0, labsAsked).map((lab) => loadFrom(lab, wallet)));
  return {
    labs,
    unreadCount: inbox.ok ? inbox.data.inbox.unreadCount : 0,
    // Requests for access come with the labs.
    notices: inbox.ok ? inbox.data.inbox.nodes.filter(({ kind }) => kind !== 'ACCESS_REQUESTED') : [],
    requests: found
      .flatMap(({ lab, requests }) => requests.map((request) => ({ lab, request })))
      .slice(0, requestsShown),
    todos: dueTodos(found, wallet, dayOf(new Date(), 'utc')).slice(0, todosShown),
    groups: found
      .flatMap(({ groups }) => groups)
      .sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))
      .slice(0, groupsShown),
  };
}

async function loadFrom(lab: LabCardFragment, wallet: string) {
  const decides = offersTo(lab.members, wallet)('accessRequests');
  const [news, waiting] = await Promise.all([
    readerOutcome(LabNewsDocument, { oclId: lab.oclId }),
    readerOutcome(WaitingInLabDocument, { oclId: lab.oclId, decides }),
  ]);
  return {
    lab,
    groups: news.ok ? news.data.activityGroups.nodes : [],
    todos: waiting.ok ? (waiting.data.labWithDataRoomAndFiles?.todoItems ?? []) : [],
    requests: waiting.ok ? (waiting.data.accessRequests?.nodes ?? []) : [],
  };
}
