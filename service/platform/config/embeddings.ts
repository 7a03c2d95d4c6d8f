import type { Env } from './env.ts';

/** The language model that prompts and documents are compared by (OpenAI's `POST /v1/embeddings`). */
export interface EmbeddingsConfig {
  /** The endpoint itself. */
  url: string;
  model: string;
  /** Cosine from which on a document counts as found by its meaning. */
  minSimilarity: number;
  timeouts: {
    /** Of a prompt: somebody waits for it. */
    promptMs: number;
    /** For the nearest documents, also while their vectors are being read. */
    nearestMs: number;
    /** Of a portion of documents, in the background. */
    documentsMs: number;
  };
  /** How long a search does without the endpoint once it has failed. */
  restMs: number;
}

const details = ['EMBEDDINGS_MODEL', 'EMBEDDINGS_API_KEY', 'EMBEDDINGS_MIN_SIMILARITY'] as const;

/** Off unless a URL is named. */
export function decideEmbeddings(env: Env): EmbeddingsConfig | null {
  if (!env.EMBEDDINGS_URL) return null;
  return {
    url: endpoint(env.EMBEDDINGS_URL),
    model: env.EMBEDDINGS_MODEL ?? 'text-embedding-3-small',
    minSimilarity: env.EMBEDDINGS_MIN_SIMILARITY ?? 0.3,
    timeouts: { promptMs: 500, nearestMs: 1_000, documentsMs: 60_000 },
    restMs: 10_000,
  };
}

/** What is wrong with them, in words for the one who starts the service. */
export function embeddingsProblems(env: Env): string[] {
  const { EMBEDDINGS_URL: given, EMBEDDINGS_API_KEY: key } = env;
  if (!given) {
    return details
      .filter((name) => env[name] !== undefined)
      .map((name) => `${name}: has no effect without EMBEDDINGS_URL`);
  }
  const { protocol, username, password } = new URL(given);
  const problems: string[] = [];
  if (username || password)
    problems.push('EMBEDDINGS_URL: must not contain a password; use EMBEDDINGS_API_KEY');
  if (key && protocol === 'http:' && env.LABROOM_ENVIRONMENT !== 'local')
    problems.push('EMBEDDINGS_URL: must be https, because EMBEDDINGS_API_KEY is sent to it');
  return problems;
}

/** Fixture whole, or as far as `/v1`, or without. */
function endpoint(given: string): string {
  const url = given.replace(/\/+$/, '');
  if (url.endsWith('/embeddings')) return url;
  return url.endsWith('/v1') ? `${url}/embeddings` : `${url}/v1/embeddings`;
}
