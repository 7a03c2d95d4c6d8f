import type { LabTodoFieldsFragment } from '@labroom/client/documents';
import type { LabOperation } from '@labroom/protocol/lab-rights';
import { Circle, CircleCheck } from 'lucide-react';
import { Person } from '../core/people/person.tsx';
import { DueDay } from './due-day.tsx';
import { NewTodo, TodoCheck, TodoMenu } from './parts.tsx';

interface TodoListProps {
  oclId: string;
  /** In the order of the lab. */
  todos: readonly LabTodoFieldsFragment[];
  /** Whether to offer an operation to the reader. */
  offers(operation: LabOperation): boolean;
}

/** The to-dos that the lab wrote, open ones first. Who may write them gets the controls after the page. */
export function TodoList({ oclId, todos, offers }: TodoListProps) {
  const placed = todos.map((todo, place) => ({ todo, place }));
  const open = placed.filter(({ todo }) => !todo.completedAt);
  const rows = [...open, ...placed.filter(({ todo }) => todo.completedAt)];
  return (
    <>
      {rows.length > 0 && (
        <ul aria-label="To-dos of the lab" className="-mt-2 flex flex-col text-sm">
          {rows.map(({ todo, place }) => {
            const at = open.findIndex((one) => one.todo === todo);
            const control = {
              oclId,
              todo,
              up: open[at - 1]?.place ?? null,
              down: (at >= 0 && open[at + 1]?.place) || null,
            };
            return (
              <li key={todo.id} className="flex items-start gap-2 border-b border-line py-2">
                {offers('updateLabTodo') ? (
                  <TodoCheck {...control} />
                ) : (
                  <DoneIcon isDone={!!todo.completedAt} />
                )}
                <div className="flex min-h-6 min-w-0 flex-1 flex-col justify-center gap-1">
                  <TodoText todo={todo} />
                </div>
                {offers('updateLabTodo') && <TodoMenu {...control} key={place} />}
              </li>
            );
          })}
        </ul>
      )}
      {offers('addLabTodo') && <NewTodo oclId={oclId} />}
    </>
  );
}

function DoneIcon({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <>
      <Icon aria-hidden className={`mt-1 size-4 shrink-0 ${isDone ? 'text-good' : 'text-ink2'}`} />
      <span className="sr-only">{isDone ? 'Done:' : 'Open:'}</span>
    </>
  );
}

/** The text of a to-do, its wallet and its day. */
function TodoText({ todo: { text, assignee, dueOn, completedAt } }: { todo: LabTodoFieldsFragment }) {
  return (
    <>
      <bdi className={completedAt ? 'break-words text-ink2' : 'break-words'}>{text}</bdi>
      {(assignee || dueOn) && (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink2">
          {assignee && <Person value={assignee} />}
          {dueOn && <DueDay day={dueOn} isOpen={!completedAt} />}
        </span>
      )}
    </>
  );
}
