import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationUpdateLabTodoArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { labTodos } from '#platform/db/tables/plans.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { assignee, dueOn, todoText } from './add-lab-todo.ts';
import { mostTodos, moveTodo, requireTodo, tellOfTodo } from './todo-store.ts';

/** `undefined` keeps the value, `null` clears it. */
const argsSchema = z.object({
  oclId,
  id: z.uuid({ error: 'is not the id of a to-do' }),
  input: z.object({
    text: todoText.optional(),
    assignee: assignee.optional(),
    dueOn: dueOn.optional(),
    completed: z.boolean().optional(),
    position: z
      .int()
      .min(0)
      .max(mostTodos - 1)
      .optional(),
  }),
});

/** Changes a to-do. A new place in the list is no entry of the feed. */
export async function updateLabTodo(context: RequestContext, args: MutationUpdateLabTodoArgs) {
  const { oclId: labId, id, input } = parseInput(argsSchema, withoutNulls(args));
  const { wallet, lab } = await requireRight(context, 'updateLabTodo', labId);
  const { position, completed, ...texts } = input;
  const todo = await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    const former = await requireTodo(tx, lab.oclId, id);
    const isChecked = completed !== undefined && completed !== (former.completedAt !== null);
    const isChanged = Object.entries(texts).some(
      ([key, value]) => value !== undefined && value !== former[key as keyof typeof former],
    );
    if (isChecked || isChanged) {
      const done = completed
        ? { completedAt: sql`clock_timestamp()`, completedBy: wallet }
        : { completedAt: null, completedBy: null };
      await tx
        .update(labTodos)
        .set({ ...texts, ...(isChecked && done) })
        .where(eq(labTodos.id, id));
    }
    if (isChanged) await tellOfTodo(tx, lab.oclId, { id, action: 'CHANGED', wallet });
    if (isChecked)
      await tellOfTodo(tx, lab.oclId, { id, action: completed ? 'COMPLETED' : 'REOPENED', wallet });
    if (position !== undefined) await moveTodo(tx, lab.oclId, former, position);
    return requireTodo(tx, lab.oclId, id);
  });
  return { todo, message: 'To-do saved.' };
}

/** An explicit `null` of what a to-do always has is as if it were omitted. */
function withoutNulls(args: MutationUpdateLabTodoArgs): MutationUpdateLabTodoArgs {
  const { text, completed, position, ...rest } = args.input;
  return {
    ...args,
    input: {
      ...rest,
      text: text ?? undefined,
      completed: completed ?? undefined,
      position: position ?? undefined,
    },
  };
}
