import type { FastifyBaseLogger } from 'fastify';
import type { LabContents } from './lab-content.ts';

/** Source of the curated facts about labs: readiness, scores, todos, verification. */
export interface ContentSource {
  /**
   * Returns the entries of all labs: they are few, and filters need all.
   * @throws if the source cannot be reached or its response is invalid
   */
  labs(log: FastifyBaseLogger): Promise<LabContents>;
}
