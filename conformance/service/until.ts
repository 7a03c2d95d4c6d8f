import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 90_000;
const PAUSE_MS = 100;

/** Asks again and again until there is something to see, for what a service does in the background. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false | null>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`Still not so after ${PATIENCE_MS / 1000} seconds: ${what}`);
    await pause(PAUSE_MS);
  }
}
