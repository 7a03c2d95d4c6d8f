import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.ts';
import { endOfLog } from '../platform/db/event-log.ts';

/**
 * Watches the end of the event log for all streams of this process: one small query per interval, however many streams
 * there are, and none without streams.
 */
export class EventTail {
  readonly #db: Database;
  readonly #pollMs: number;
  readonly #waiting = new Set<() => void>();
  #end: string | undefined;
  #isPolling = false;

  constructor(db: Database, pollMs: number) {
    this.#db = db;
    this.#pollMs = pollMs;
  }

  /** The end of the log as last seen. A stream reads it before it reads the log. */
  get end(): string | undefined {
    return this.#end;
  }

  /** Resolves when the log has another end than `seen`, after `ms`, or when the signal aborts. */
  async changed(seen: string | undefined, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#end !== seen) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(), { once: true });
    this.#waiting.add(resolve);
    this.#poll();
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }

  #poll(): void {
    if (this.#isPolling) return;
    this.#isPolling = true;
    const repeat = async () => {
      while (this.#waiting.size > 0) {
        const { rows } = await this.#db.execute<{ end: string }>(sql`select ${endOfLog} as end`);
        const end = rows[0]?.end;
        if (end !== this.#end) {
          this.#end = end;
          for (const wake of this.#waiting) wake();
        }
        await pause(this.#pollMs, undefined, { ref: false });
      }
    };
    // While the database is unavailable, streams only send heartbeats; the next wait polls again.
    repeat()
      .catch(() => undefined)
      .finally(() => {
        this.#isPolling = false;
      });
  }
}
