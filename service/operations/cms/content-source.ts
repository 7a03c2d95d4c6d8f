import type { FastifyBaseLogger } from 'fastify';
import type { LabContents } from './lab-content.ts';

/** Where the curated facts about labs come from: readiness, scores, todos, verification. */
export interface ContentSource {
  /**
   * Everything it says, of all labs at once: there are few of them, and filters need all.
   * @throws when it cannot be reached or answers with something else.
   */
  labs(log: FastifyBaseLogger): Promise<LabContents>;
}
