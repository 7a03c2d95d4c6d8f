import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './database.ts';

/** Runs reads on standbys of the database. */
export interface ReplicatedReads {
  /**
   * Runs a read on a replica, or on the primary if none is current enough.
   * @param work changes nothing, because it may run twice
   */
  read<Answer>(
    primary: Database,
    log: FastifyBaseLogger,
    work: (db: Database) => Promise<Answer>,
  ): Promise<Answer>;

  close(): Promise<void>;
}
