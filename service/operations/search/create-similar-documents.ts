import type { Embeddings, SimilarDocuments } from '#core/ports/search-index.ts';
import type { Config } from '#platform/config/config.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { RemoteEmbeddings } from './embeddings.ts';
import { NearestDocuments } from './similar-documents.ts';
import { VectorIndex } from './vector-index.ts';

export function createEmbeddings({ embeddings }: Config, secrets: Secrets): Embeddings | null {
  return embeddings && new RemoteEmbeddings(embeddings, secrets.embeddingsApiKey);
}

export function createSimilarDocuments(
  { embeddings: config }: Config,
  embeddings: Embeddings | null,
  databaseUrl: string,
): SimilarDocuments | null {
  if (!config || !embeddings) return null;
  return new NearestDocuments({
    embeddings,
    index: new VectorIndex({ databaseUrl, model: embeddings.model }),
    config,
  });
}
