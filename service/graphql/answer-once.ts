import { z } from 'zod';
import type { ServiceContext } from '#core/context/context.ts';
import type { GraphQLRequest } from '#core/ports/operations.ts';
import type { ErrorCode, Reason } from '#platform/errors/errors.ts';
import { provedWallet } from '../auth/caller.ts';
import type { Runner } from '../platform/db/runner.ts';
import { answerGraphQL, type GraphQLAnswer } from './answer.ts';
import { AnswerSeal } from './answer-seal.ts';
import type { Executor } from './execute.ts';
import { claimKey, findKey, freeKey, keepAnswer } from './idempotency-key-store.ts';
import type { RequestBase } from './loaders.ts';
import { thrownBody } from './thrown-body.ts';

/** Bytes of a sealed answer. A larger one is not kept. */
const LARGEST_ANSWER = 65_536;

/** A string of RFC 9651, or the same characters without quotation marks, which many clients send. */
const keySchema = z
  .string()
  .transform((text) => /^"(.*)"$/.exec(text)?.[1] ?? text)
  .pipe(z.string().regex(/^[!#-[\]-~]{1,255}$/));

export interface OnceAnswer extends GraphQLAnswer {
  /** Whether it was given before. */
  isReplayed?: true;
}

interface Once {
  context: Pick<ServiceContext, 'db' | 'secrets'>;
  execute: Executor;
  runner: Runner;
  /** How the mutations of the request are answered a second time. */
  answers: 'kept' | 'mixed';
}

/**
 * Executes mutations that carry an `Idempotency-Key`. The mutations of one caller under one key run once, in any number of
 * processes; the first answer is given again (docs/specification/wire.md#idempotency-key). The key is claimed before they
 * run, so a process that is killed in between leaves a key whose outcome is unknown, and nothing runs twice.
 */
export async function answerOnce(
  once: Once,
  request: GraphQLRequest,
  base: RequestBase,
  header: string,
): Promise<OnceAnswer> {
  const { context, execute, runner, answers } = once;
  const key = keySchema.safeParse(header);
  if (!key.success || answers === 'mixed') {
    const message = key.success
      ? 'Some mutations of this document are never answered twice alike. Send them without the others.'
      : 'Idempotency-Key must be 1 to 255 visible ASCII characters in quotation marks, e.g. a UUID.';
    return refuse(base, 400, 'VALIDATION_FAILED', 'INVALID_IDEMPOTENCY_KEY', message);
  }
  const seal = new AnswerSeal(context.secrets.idempotencyKeys, scopeOf(base), key.data);
  const { number } = await runner.hold();
  const claim = { id: seal.id, caller: seal.caller, request: seal.hashOf(request), runner: number };
  if (!(await claimKey(context.db, claim))) return earlierAnswer(once, request, base, seal);
  const answer = await answerGraphQL(execute, request, base);
  // The answer counts even if it cannot be stored. The key then has an unknown outcome, as soon as the lease is gone.
  await (answer.nothingDone ? freeKey(context.db, claim) : keep(once, claim, seal, answer)).catch(
    async (error: unknown) => {
      base.log.error({ err: error }, 'the answer to an idempotency key could not be stored');
      await runner.release();
    },
  );
  return answer;
}

async function keep(
  { context }: Once,
  { id, runner }: { id: Uint8Array; runner: number },
  seal: AnswerSeal,
  { body }: GraphQLAnswer,
): Promise<void> {
  const answer = seal.seal({ status: 200, body: { ...body } });
  await keepAnswer(context.db, { id, runner, answer: answer.length > LARGEST_ANSWER ? null : answer });
}

async function earlierAnswer(
  { context }: Once,
  request: GraphQLRequest,
  base: RequestBase,
  seal: AnswerSeal,
): Promise<OnceAnswer> {
  const known = await findKey(context.db, seal.id);
  if (known && !seal.isHashOf(known.request, request)) {
    const message = 'This Idempotency-Key belongs to another request. Use a new key for each request.';
    return refuse(base, 422, 'VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED', message);
  }
  const kept = known?.answer && seal.open(known.answer);
  if (kept) return { ...kept, nothingDone: false, isReplayed: true };
  // A key that was freed in the meantime can be claimed by the next request.
  if (!known || known.isRunning) {
    const message = 'The first request with this Idempotency-Key is still running. Repeat it in a second.';
    const refused = refuse(base, 409, 'CONFLICT', 'IDEMPOTENCY_KEY_IN_USE', message, {
      retryAfterSeconds: 1,
    });
    return { ...refused, retryAfterSeconds: 1 };
  }
  const message =
    'The first request with this Idempotency-Key has ended, and its answer was not kept. Look whether it took effect, then use a new key.';
  return refuse(base, 409, 'CONFLICT', 'IDEMPOTENCY_OUTCOME_UNKNOWN', message);
}

/** Whose keys a request uses. A restricted token does not get the answers of others of its wallet. */
function scopeOf({ caller }: RequestBase): string {
  const { consumer, wallet } = caller;
  const allowed = wallet.kind === 'service-token' ? (wallet.allowedMutations ?? null) : null;
  return JSON.stringify([consumer.id, provedWallet(caller)?.toLowerCase() ?? null, allowed]);
}

function refuse(
  { requestId }: RequestBase,
  status: 400 | 409 | 422,
  code: ErrorCode,
  reason: Reason,
  message: string,
  details: object = {},
): GraphQLAnswer {
  return { status, body: thrownBody(code, message, requestId, { reason, ...details }), nothingDone: true };
}
