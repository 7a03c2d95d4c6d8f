import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { appendToFeed } from '#core/feed/write-feed.ts';
import type { Reader } from '#platform/db/database.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import type { PlanChange } from '#platform/db/tables/activity.ts';
import { labTodos } from '#platform/db/tables/plans.ts';
import { ServiceError } from '#platform/errors/errors.ts';

export type TodoRow = typeof labTodos.$inferSelect;

/** To-dos of a lab. */
export const mostTodos = 200;

/** The to-dos of these labs, each in the order of its lab. */
export function todosOf(db: Reader, oclIds: readonly string[]): Promise<TodoRow[]> {
  return db
    .select()
    .from(labTodos)
    .where(inArray(labTodos.oclId, [...oclIds]))
    .orderBy(asc(labTodos.position));
}

export function todosById(db: Reader, ids: readonly string[]): Promise<TodoRow[]> {
  return db
    .select()
    .from(labTodos)
    .where(inArray(labTodos.id, [...ids]));
}

/** @throws ServiceError `NOT_FOUND`, reason `TODO_NOT_FOUND` */
export async function requireTodo(tx: LabTransaction, oclId: string, id: string): Promise<TodoRow> {
  const [todo] = await tx
    .select()
    .from(labTodos)
    .where(and(eq(labTodos.oclId, oclId), eq(labTodos.id, id)));
  if (todo) return todo;
  throw new ServiceError('NOT_FOUND', 'This lab has no such to-do. It may have been deleted.', {
    reason: 'TODO_NOT_FOUND',
    details: { argument: 'id' },
  });
}

/** Numbers the to-dos of a lab from 0 in their order, with one of them at `position`. */
export async function moveTodo(tx: LabTransaction, oclId: string, moved: TodoRow | null, position: number) {
  // Half a place before the one that is there, or after it for a to-do that comes from above.
  const wanted = moved && (position > moved.position ? position + 0.5 : position - 0.5);
  await tx.execute(sql`
    update lab_todos set position = numbered.place from (
      select id, row_number() over (order by case when id = ${moved?.id ?? null}::uuid then ${wanted}::numeric else position end) - 1 as place
      from lab_todos where ocl_id = ${oclId}
    ) numbered where lab_todos.id = numbered.id and position <> place`);
}

interface TodoEntry {
  id: string;
  action: NonNullable<PlanChange['todo']>['action'];
  wallet: string;
}

export function tellOfTodo(tx: LabTransaction, oclId: string, { id, action, wallet }: TodoEntry) {
  return appendToFeed(tx, oclId, { kind: 'TODO_CHANGED', plan: { todo: { id, action } }, changeBy: wallet });
}
