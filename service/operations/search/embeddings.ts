import { z } from 'zod';
import type { Embeddings } from '#core/ports/search-index.ts';
import type { EmbeddingsConfig } from '#platform/config/config.ts';

/** The endpoint rejects these texts, e.g. because one is too long. A retry does not help. */
export class EmbeddingsError extends Error {
  constructor(status: number) {
    super(`The embeddings endpoint refused the texts with ${status}.`);
    this.name = 'EmbeddingsError';
  }
}

const refusals = new Set([400, 413, 422]);
const maxBytes = 32 * 1024 * 1024;
const answerSchema = z.object({
  data: z.array(
    z.object({ index: z.number().int().min(0), embedding: z.array(z.number()).min(1).max(8_192) }),
  ),
});

/** An endpoint with the API of OpenAI, `POST /v1/embeddings`. Errors contain neither its key nor its response. */
export class RemoteEmbeddings implements Embeddings {
  readonly model: string;
  readonly #url: string;
  readonly #apiKey: string | undefined;

  constructor({ url, model }: Pick<EmbeddingsConfig, 'url' | 'model'>, apiKey: string | undefined) {
    this.model = model;
    this.#url = url;
    this.#apiKey = apiKey;
  }

  async embed(texts: readonly string[], timeoutMs: number): Promise<Float32Array[]> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#apiKey && { authorization: `Bearer ${this.#apiKey}` }),
      },
      body: JSON.stringify({ model: this.model, input: texts, encoding_format: 'float' }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      if (refusals.has(response.status)) throw new EmbeddingsError(response.status);
      throw new Error(`The embeddings endpoint answered ${response.status}.`);
    }
    return vectorsOf(await bodyOf(response), texts.length);
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error('The embeddings endpoint answered with more than 32 MiB.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Error('The embeddings endpoint answered with something else than JSON.');
  }
}

function vectorsOf(body: unknown, count: number): Float32Array[] {
  const answer = answerSchema.safeParse(body);
  if (!answer.success) throw new Error('The embeddings endpoint answered with something else than vectors.');
  const byIndex = new Map(answer.data.data.map(({ index, embedding }) => [index, embedding]));
  const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index));
  const whole = vectors.filter((vector) => vector !== undefined);
  if (whole.length !== count || answer.data.data.length !== count)
    throw new Error(`The embeddings endpoint gave ${answer.data.data.length} vectors for ${count} texts.`);
  if (new Set(whole.map(({ length }) => length)).size > 1)
    throw new Error('The embeddings endpoint gave vectors of different dimensions.');
  return whole.map(unit);
}

function unit(vector: number[]): Float32Array {
  const length = Math.hypot(...vector);
  if (!(length > 0) || !Number.isFinite(length))
    throw new Error('The embeddings endpoint gave a vector without a direction.');
  return Float32Array.from(vector, (value) => value / length);
}
