import type { Database } from '@labroom/service/platform/db/database.ts';
import type { Client } from 'pg';

/**
 * The fixture as a process sees it that dies at its n-th touch of it. A touch is a moment right before something is sent to the
 * database or to a node, or right after the answer came. From that moment on nothing of the process goes on any more, as
 * after kill -9, while what it had sent takes its course.
 */
export interface KillableFixture {
  died: Promise<'died'>;
  /** Ends its connections with it, as the operating system would, and leaves the fixture to others. */
  bury(): void;
}

/** @param db opened for this, as all of its connections die */
export function killableFixture(db: Database, deathAt: number): KillableFixture {
  const { promise: died, resolve: die } = Promise.withResolvers<'died'>();
  let touches = 0;
  const touch = async () => {
    touches += 1;
    if (touches < deathAt) return;
    die('died');
    await new Promise(() => {});
  };
  const touching = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    await touch();
    const answer = await act();
    await touch();
    return answer;
  };

  const clients: Client[] = [];
  db.$client.on('connect', (client) => {
    clients.push(client as unknown as Client);
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const mortalQuery = (...args: unknown[]) => {
      // The pool asks with a callback, everybody else for a promise.
      const callback = args.at(-1);
      if (typeof callback !== 'function') return touching(() => query(...args));
      touching(() => query(...args.slice(0, -1))).then(
        (answer) => callback(null, answer),
        (error) => callback(error),
      );
    };
    Object.assign(client, { query: mortalQuery });
  });
  const realFetch = globalThis.fetch;
  globalThis.fetch = (...args) => touching(() => realFetch(...args));

  return {
    died,
    bury() {
      globalThis.fetch = realFetch;
      for (const client of clients)
        (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    },
  };
}
