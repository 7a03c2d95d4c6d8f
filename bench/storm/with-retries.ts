import { setTimeout as pause } from 'node:timers/promises';
import { LabroomError } from '@labroom/client/api-failure';
import { mayRetry } from '@labroom/client/upload/with-retry';
import type { Journal } from './journal.ts';

const patienceMs = 120_000;

/**
 * How a careful client asks: again while the answer leaves it open, and after a look whether it has happened already.
 * @param ask one try
 * @param look what there is of it already; `null` when nothing
 */
export type WithRetries = <Answer>(
  kind: string,
  ask: () => Promise<Answer>,
  look?: () => Promise<Answer | null>,
) => Promise<Answer>;

export function retryingClient(journal: Journal): WithRetries {
  async function patiently<Answer>(ask: () => Promise<Answer>, until: number): Promise<Answer> {
    for (let wait = 50; ; wait = Math.min(2 * wait, 1_000)) {
      try {
        return await ask();
      } catch (error) {
        if (!leavesOpen(error) || performance.now() > until) throw error;
        journal.retries.push({ code: codeOf(error), at: performance.now() });
      }
      await pause(wait * (0.5 + Math.random()));
    }
  }

  return async (kind, ask, look) => {
    const from = performance.now();
    const until = from + patienceMs;
    let tries = 0;
    const answer = await patiently(async () => {
      tries += 1;
      const already = tries > 1 && look ? await patiently(look, until) : null;
      return already ?? (await ask());
    }, until);
    journal.tasks.push({ kind, from, until: performance.now() });
    return answer;
  };
}

/** Whether nobody can tell by this answer if it happened, or whether it may later. */
export function leavesOpen(error: unknown): boolean {
  return mayRetry(error) || (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name));
}

function codeOf(error: unknown): string {
  if (error instanceof LabroomError) return error.reason ? `${error.code} ${error.reason}` : error.code;
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.name;
  return String(error);
}
