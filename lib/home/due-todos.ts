import type { LabTodoFieldsFragment } from '@labroom/client/documents';

/** A to-do with the lab that has it. */
export interface DueTodo<Lab> {
  lab: Lab;
  todo: LabTodoFieldsFragment & { dueOn: string };
}

/** A to-do waits from so many days before its day on. */
const DAYS_AHEAD = 7;

/**
 * The open to-dos of labs that are due within a week or late, and are a wallet's or nobody's; the first day first.
 * @param today a calendar day, `2026-01-31`
 */
export function dueTodos<Lab>(
  lists: readonly { lab: Lab; todos: readonly LabTodoFieldsFragment[] }[],
  wallet: string,
  today: string,
): DueTodo<Lab>[] {
  const last = new Date(Date.parse(`${today}T00:00:00Z`) + DAYS_AHEAD * 86_400_000)
    .toISOString()
    .slice(0, 10);
  const due = lists.flatMap(({ lab, todos }) =>
    todos.flatMap((todo) => {
      const { dueOn, assignee, completedAt } = todo;
      const isOwn = assignee === null || assignee === wallet;
      return dueOn !== null && dueOn <= last && !completedAt && isOwn
        ? [{ lab, todo: { ...todo, dueOn } }]
        : [];
    }),
  );
  return due.sort((one, other) => one.todo.dueOn.localeCompare(other.todo.dueOn));
}
