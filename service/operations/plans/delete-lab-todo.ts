import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationDeleteLabTodoArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { labTodos } from '#platform/db/tables/plans.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { moveTodo, requireTodo, tellOfTodo } from './todo-store.ts';

const argsSchema = z.object({ oclId, id: z.uuid({ error: 'is not the id of a to-do' }) });

/** Deletes a to-do. Its text leaves the feed too. */
export async function deleteLabTodo(context: RequestContext, args: MutationDeleteLabTodoArgs) {
  const { oclId: labId, id } = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'deleteLabTodo', labId);
  await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    await requireTodo(tx, lab.oclId, id);
    await tx.delete(labTodos).where(eq(labTodos.id, id));
    await moveTodo(tx, lab.oclId, null, 0);
    await tellOfTodo(tx, lab.oclId, { id, action: 'DELETED', wallet });
  });
  return { message: 'To-do deleted.' };
}
