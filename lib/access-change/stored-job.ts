import { z } from 'zod';
import '../tokenize/zod-without-eval.ts';
import { announceJob, jobKey } from './job-signal.ts';

const access = z.discriminatedUnion('level', [
  z.object({ level: z.literal('PUBLIC') }),
  z.object({ level: z.enum(['ADMIN', 'HOLDERS']), conditions: z.string() }),
]);

const file = z.object({ did: z.string(), path: z.string(), bytes: z.number() });

const common = { oclId: z.string(), labName: z.string(), wallet: z.string() };

const task = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('access'),
    ...common,
    access,
    withEarlier: z.boolean(),
    comments: z.enum(['PUBLISH', 'DELETE']).optional(),
    isOwner: z.boolean(),
    files: z.array(file),
  }),
  z.object({ kind: z.literal('renewal'), ...common, keyIssuedBefore: z.string(), count: z.int() }),
]);

/**
 * What a job changes: the access of chosen files, or all keys of a lab that were issued before a time. `wallet` is who
 * started it.
 */
export type AccessTask = z.output<typeof task>;

/** The job of a lab that was started in this browser and did not end, or `null`. */
export function storedTask(oclId: string): AccessTask | null {
  try {
    const parsed = task.safeParse(JSON.parse(localStorage.getItem(jobKey(oclId)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Stores a job, so that it can continue after a reload. It holds no key and no content. */
export function storeTask(stored: AccessTask): void {
  try {
    localStorage.setItem(jobKey(stored.oclId), JSON.stringify(stored));
  } catch {
    // The browser stores nothing, or the list is too long. The job ends with the page then.
  }
  announceJob(stored.oclId);
}

export function removeTask(oclId: string): void {
  try {
    localStorage.removeItem(jobKey(oclId));
  } catch {
    // Nothing was stored.
  }
}
