import type { FastifyBaseLogger } from 'fastify';

/** Stems that stand for a word of the prompt: its own, or completions or corrections. */
export interface StemGroup {
  stems: string[];
  /** How much of the score of the word they are worth. */
  share: number;
}

/** A word of a prompt. */
export interface SoughtWord {
  groups: StemGroup[];
  /** How often the prompt has the word. BM25 weighs a word by it. */
  count: number;
  /** Labs with the word in their name. */
  labs: string[];
}

/** Documents with any of these labels, or any of these documents. */
export interface Requirement {
  labels: string[];
  documents: number[];
}

export interface RankQuestion {
  words: SoughtWord[];
  /** Labs whose documents are hits without any word in them. */
  wholeLabs: string[];
  /** All must be met. */
  requirements: Requirement[];
  /** Ids of documents with a similar meaning, nearest first. */
  similar: number[];
  offset: number;
  limit: number;
}

export interface RankAnswer {
  documentIds: number[];
  totalCount: number;
}

/**
 * The words of all documents. All methods throw `UPSTREAM_UNAVAILABLE` if the index is not loaded yet or the database does not
 * answer.
 */
export interface SearchIndex {
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
