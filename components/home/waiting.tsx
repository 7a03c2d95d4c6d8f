import type { AccessRequestFieldsFragment, LabCardFragment } from '@labroom/client/documents';
import type { ReactNode } from 'react';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import type { DueTodo } from '#lib/home/due-todos.ts';
import { visibleLine } from '#lib/names/visible-name.ts';
import { roleName } from '../core/labs/role-name.ts';
import { Person } from '../core/people/person.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';

interface AskedLab {
  lab: LabCardFragment;
  request: AccessRequestFieldsFragment;
}

interface WaitingProps {
  requests: readonly AskedLab[];
  todos: readonly DueTodo<LabCardFragment>[];
  /** What was asked for, and the buttons that decide. */
  decision(asked: AskedLab): ReactNode;
  /** Whether a day of a to-do has passed is said by this. */
  dueDay(day: string): ReactNode;
  /** Unread notices, as list items. */
  notices: ReactNode;
  isEmpty: boolean;
}

/** What waits for the reader: requests to decide, to-dos that are due, and unread notices. */
export function Waiting({ requests, todos, decision, dueDay, notices, isEmpty }: WaitingProps) {
  if (isEmpty)
    return (
      <p className="border-t border-line py-6 text-ink2">
        Nothing waits for you. Requests for access, to-dos that are due and unread notices appear here.{' '}
        <TextLink href="/inbox">Choose what you are told</TextLink>
      </p>
    );
  return (
    <ul aria-label="What waits for you" className="divide-y divide-line text-sm">
      {requests.map((asked) => {
        const { lab, request } = asked;
        const { id, wallet, role, path, createdAt } = request;
        return (
          <li key={id} className="flex flex-col gap-1 py-3">
            <p className="flex flex-wrap items-center gap-1">
              <Person value={wallet} />
              <span>asks to become a {roleName(role).toLowerCase()}</span>
            </p>
            <Beside lab={lab}>
              {path && <bdi className="truncate">to open {path}</bdi>}
              <Time value={createdAt} style="date" />
            </Beside>
            {decision(asked)}
          </li>
        );
      })}
      {todos.map(({ lab, todo }) => (
        <li key={todo.id} className="flex flex-col gap-1 py-3">
          <TextLink href={labPath(lab.shortname)} className="font-medium">
            <bdi>{visibleLine(todo.text)}</bdi>
          </TextLink>
          <Beside lab={lab}>{dueDay(todo.dueOn)}</Beside>
        </li>
      ))}
      {notices}
    </ul>
  );
}

function Beside({ lab, children }: { lab: LabCardFragment; children: ReactNode }) {
  return (
    <p className="flex min-w-0 flex-wrap gap-x-3 text-ink2">
      <bdi className="max-w-full truncate">{labTitle(lab)}</bdi>
      {children}
    </p>
  );
}
