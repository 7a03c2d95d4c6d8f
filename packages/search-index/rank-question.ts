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
