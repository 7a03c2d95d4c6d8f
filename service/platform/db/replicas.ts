import { setTimeout as pause } from 'node:timers/promises';
import { SharedReads } from '@labroom/protocol/shared-reads';
import type { FastifyBaseLogger } from 'fastify';
import { readsAnswered } from '../telemetry/metrics.ts';
import type { Database } from './database.ts';
import { identityOf, type LogPosition, positionOf, Replica } from './replica.ts';
import type { ReplicatedReads } from './replicated-reads.ts';

/** Milliseconds that a read waits for a replica. A standby is behind by the time that it needs to write the log to its disk. */
const PATIENCE_MS = 200;
/** Milliseconds for which a replica that was too far behind, or failed, is not asked again. */
const REST_MS = 500;

/**
 * Runs reads on standbys of the database.
 *
 * [Note: reads on replicas] A read looks up where the primary's log ends, and runs on a replica only if that has replayed the
 * log up to there. So it sees everything that was acknowledged before it began, from every client and process,
 * as on the primary. One read runs on one server from beginning to end. If anything fails there, the whole read is repeated
 * on the primary.
 */
export class Replicas implements ReplicatedReads {
  readonly #replicas: readonly Replica[];
  readonly #ends = new SharedReads<LogPosition>();
  #identity: string | undefined;
  #turn = 0;

  constructor(urls: readonly string[]) {
    this.#replicas = urls.map((url) => new Replica(url));
  }

  async read<Answer>(
    primary: Database,
    log: FastifyBaseLogger,
    work: (db: Database) => Promise<Answer>,
  ): Promise<Answer> {
    if (this.#replicas.length === 0) return work(primary);
    const replica = await this.#current(primary, log);
    if (replica) {
      const { disturbances } = replica;
      const [outcome] = await Promise.allSettled([work(replica.db)]);
      if (replica.disturbances === disturbances) {
        readsAnswered.inc({ from: 'replica' });
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      }
    }
    readsAnswered.inc({ from: 'primary' });
    return work(primary);
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** Returns a replica that has everything that the primary has acknowledged; `null` if there is none. */
  async #current(primary: Database, log: FastifyBaseLogger): Promise<Replica | null> {
    this.#turn += 1;
    const inTurn = this.#replicas.map((_, at, all) => all[(this.#turn + at) % all.length] as Replica);
    try {
      const position = await this.#ends.read('', () => positionOf(primary));
      const current = inTurn.find((replica) => replica.hasReplayed(position));
      if (current) return current;
      this.#identity ??= await identityOf(primary);
      return await this.#waitFor(position, this.#identity, inTurn, log);
    } catch {
      // The primary does not answer. The read asks it again and reports the failure.
      return null;
    }
  }

  async #waitFor(
    position: LogPosition,
    identity: string,
    inTurn: readonly Replica[],
    log: FastifyBaseLogger,
  ): Promise<Replica | null> {
    const awake = inTurn.filter((replica) => !replica.isResting);
    const isOver = new AbortController();
    const first = Promise.any(
      awake.map(async (replica) => {
        await replica.catchUp(position, identity, isOver.signal).catch((err: unknown) => {
          if (!isOver.signal.aborted) log.warn({ err }, 'a replica is not used');
          replica.rest(REST_MS);
          throw err;
        });
        return replica;
      }),
    ).catch(() => null);
    const found = await Promise.race([first, pause(PATIENCE_MS, null, { ref: false })]);
    isOver.abort();
    if (!found) for (const replica of awake) replica.rest(REST_MS);
    return found;
  }
}
