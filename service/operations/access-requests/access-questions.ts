import { accessRequestLimits, defaultPromise } from '@labroom/protocol/access-request';
import { z } from 'zod';
import type { MutationSetAccessQuestionsArgs, QueryAccessQuestionsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { accessQuestions as table } from '#platform/db/tables/access-requests.ts';
import { oclId, parseInput, parseOclId } from '#platform/input/input.ts';
import { signedTextOf } from './input.ts';
import { questionsOf } from './request-store.ts';

const limits = accessRequestLimits;

const argsSchema = z.object({
  oclId,
  questions: z
    .array(signedTextOf(limits.question))
    .max(limits.questions)
    .refine((questions) => new Set(questions).size === questions.length, { error: 'has a question twice' }),
  promise: signedTextOf(limits.promise).nullish(),
});

/** What a lab asks of those who ask for access. Public. */
export async function accessQuestions(context: RequestContext, args: QueryAccessQuestionsArgs) {
  const { oclId } = await requireRegisteredLab(context, parseOclId(args));
  const { questions, promise } = await questionsOf(context.db, oclId);
  return { questions, promise: promise ?? defaultPromise };
}

/** Replaces the questions and the promise. Open requests keep theirs. */
export async function setAccessQuestions(context: RequestContext, args: MutationSetAccessQuestionsArgs) {
  const { oclId, questions, promise = null } = parseInput(argsSchema, args);
  const { lab } = await requireRight(context, 'setAccessQuestions', oclId);
  await labTransaction(context.db, lab.oclId, async (tx) => {
    // A request of the same moment was asked either the former questions or these.
    await lockLab(tx, lab.oclId);
    const values = { questions, promise };
    await tx
      .insert(table)
      .values({ oclId: lab.oclId, ...values })
      .onConflictDoUpdate({ target: table.oclId, set: values });
  });
  return { message: 'Questions saved.', questions: { questions, promise: promise ?? defaultPromise } };
}
