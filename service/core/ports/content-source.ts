import type { FastifyBaseLogger } from 'fastify';

/** The entry of one lab. */
export interface LabContent {
  trlValue?: string | null | undefined;
  trlRationale?: string | null | undefined;
  trlLastUpdated?: Date | null | undefined;
  weightedScore?: number | null | undefined;
  scoreInterpretation?: string | null | undefined;
  criterionScores?: { criterion: string; score: number }[] | null | undefined;
  scoredAt?: Date | null | undefined;
  todos?: { todo: string; completed: boolean }[] | null | undefined;
  isVerified?: boolean | null | undefined;
}

/** By oclId, because a shortname can be taken over by another lab. */
export type LabContents = ReadonlyMap<string, LabContent>;

/** Source of the curated facts about labs: readiness, scores, todos, verification. */
export interface ContentSource {
  /**
   * Returns the entries of all labs: they are few, and filters need all.
   * @throws if the source cannot be reached or its response is invalid
   */
  labs(log: FastifyBaseLogger): Promise<LabContents>;
}
