import type { RankAnswer, RankQuestion } from '@labroom/search-index/rank-question';
import type { FastifyBaseLogger } from 'fastify';

/**
 * The words of all documents. All methods throw `UPSTREAM_UNAVAILABLE` if the index is not loaded yet or the database does not
 * answer.
 */
export interface SearchIndex {
  /** Resolves when it is loaded, which takes seconds for a million documents. Rejects if it ended, and begins again with the next call. */
  load(): Promise<void>;

  /**
   * Number of documents with each stem, approximate above 1,000. Every transaction that was committed when this is called is
   * part of the index afterwards.
   */
  documentsWith(stems: string[]): Promise<number[]>;

  /** Ids of the newest documents with all of these stems. */
  withAll(stems: string[], limit: number): Promise<number[]>;

  rank(question: RankQuestion): Promise<RankAnswer>;

  close(): Promise<void>;
}

/** Finds documents with a similar meaning, with any words. Optional: search works without it. */
export interface SimilarDocuments {
  /** Ids of at most `limit` documents, nearest first. Returns none and logs a warning if it takes too long. */
  to(prompt: string, limit: number, log: FastifyBaseLogger): Promise<number[]>;

  close(): Promise<void>;
}

/** Computes vectors of texts; their dot product measures similarity of meaning. */
export interface Embeddings {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  /**
   * A vector of length 1 for each text, in their order, all of one dimension.
   * @throws EmbeddingsError if the endpoint rejects the texts; another error if it does not respond in time or its
   *   response is invalid
   */
  embed(texts: readonly string[], timeoutMs: number): Promise<Float32Array[]>;
}
