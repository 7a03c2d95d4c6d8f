import { count, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationAddLabTodoArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { labTodos } from '#platform/db/tables/plans.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput, walletAddress } from '#platform/input/input.ts';
import { mostTodos, tellOfTodo } from './todo-store.ts';

export const todoText = z.string().trim().min(1).max(1_000);
export const assignee = walletAddress.nullish();
export const dueOn = z.iso.date({ error: 'must be a day such as 2026-01-31' }).nullish();

const argsSchema = z.object({ oclId, input: z.object({ text: todoText, assignee, dueOn }) });

/** Adds a to-do at the end of a lab's list. */
export async function addLabTodo(context: RequestContext, args: MutationAddLabTodoArgs) {
  const { oclId: id, input } = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'addLabTodo', id);
  const todo = await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    const [{ position } = { position: 0 }] = await tx
      .select({ position: count() })
      .from(labTodos)
      .where(eq(labTodos.oclId, lab.oclId));
    if (position >= mostTodos) {
      throw new ServiceError('FAILED_PRECONDITION', `A lab has at most ${mostTodos} to-dos. Delete some.`, {
        reason: 'QUOTA_EXCEEDED',
        details: { limit: mostTodos },
      });
    }
    const [row] = await tx
      .insert(labTodos)
      .values({ ...input, oclId: lab.oclId, position, createdBy: wallet })
      .returning();
    if (!row) throw new Error('The to-do was not stored');
    await tellOfTodo(tx, lab.oclId, { id: row.id, action: 'ADDED', wallet });
    return row;
  });
  return { todo, message: 'To-do added.' };
}
