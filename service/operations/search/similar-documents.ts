import type { FastifyBaseLogger } from 'fastify';
import type { Embeddings, SimilarDocuments } from '#core/ports/search-index.ts';
import type { EmbeddingsConfig } from '#platform/config/config.ts';
import type { VectorIndex } from './vector-index.ts';

/** Number of cached prompt vectors; the pages of one search reuse them. */
const MAX_REMEMBERED = 500;

interface SimilarDocumentsParts {
  embeddings: Embeddings;
  index: Pick<VectorIndex, 'nearest' | 'close'>;
  config: Pick<EmbeddingsConfig, 'minSimilarity' | 'timeouts' | 'restMs'>;
  /** Milliseconds of any steady clock. */
  now?: () => number;
}

/** Compares the vector of a prompt with those of all documents. */
export class NearestDocuments implements SimilarDocuments {
  readonly #parts: SimilarDocumentsParts;
  readonly #now: () => number;
  readonly #remembered = new Map<string, Float32Array>();
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(parts: SimilarDocumentsParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  async to(prompt: string, limit: number, log: FastifyBaseLogger): Promise<number[]> {
    const { index, config } = this.#parts;
    const vector = await this.#vectorOf(prompt, log);
    if (!vector) return [];
    const { minSimilarity, timeouts } = config;
    try {
      return await index.nearest({ vector, limit, minSimilarity }, timeouts.nearestMs);
    } catch (err) {
      log.warn({ err }, 'search by words alone: no nearest documents');
      return [];
    }
  }

  close(): Promise<void> {
    return this.#parts.index.close();
  }

  async #vectorOf(prompt: string, log: FastifyBaseLogger): Promise<Float32Array | undefined> {
    const { embeddings, config } = this.#parts;
    const known = this.#remembered.get(prompt);
    // A slow endpoint must not slow down every search.
    if (known || this.#now() < this.#restsUntil) return known;
    try {
      const [vector] = await embeddings.embed([prompt], config.timeouts.promptMs);
      if (!vector) return undefined;
      if (this.#remembered.size >= MAX_REMEMBERED)
        this.#remembered.delete([...this.#remembered.keys()][0] ?? '');
      this.#remembered.set(prompt, vector);
      return vector;
    } catch (err) {
      this.#restsUntil = this.#now() + config.restMs;
      log.warn({ err, restMs: config.restMs }, 'search by words alone: no vector of the prompt');
      return undefined;
    }
  }
}
