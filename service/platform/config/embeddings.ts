import type { EmbeddingsConfig } from './config.ts';
import type { Env } from './env.ts';

const details = ['EMBEDDINGS_MODEL', 'EMBEDDINGS_API_KEY', 'EMBEDDINGS_MIN_SIMILARITY'] as const;

/** Returns `null` without EMBEDDINGS_URL. */
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

/** Returns problems of the embeddings settings, as messages for the operator. */
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

/** Accepts the full URL, the URL up to `/v1`, or the base URL. */
function endpoint(given: string): string {
  const url = given.replace(/(?<!\/)\/+$/, '');
  if (url.endsWith('/embeddings')) return url;
  return url.endsWith('/v1') ? `${url}/embeddings` : `${url}/v1/embeddings`;
}
