import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import type { Embeddings } from '#core/ports/search-index.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import {
  claimDueDocuments,
  type DocumentVector,
  type DueDocument,
  forgetOtherModels,
  giveBack,
  keepVectors,
} from '../operations/search/embedding-store.ts';
import { EmbeddingsError } from '../operations/search/embeddings.ts';

const portion = 32;
/** When a document that the model rejected is tried again. */
const refusedForSeconds = 24 * 3_600;
/** Length in characters of the second attempt after the full text was rejected. Models accept different lengths. */
const shorter = 1_000;

/** Computes the embeddings of new documents. Does nothing without a configured model. */
export async function embedDocuments(
  { config, db, embeddings }: Pick<ServiceContext, 'config' | 'db' | 'embeddings'>,
  log: FastifyBaseLogger,
): Promise<JobOutcome> {
  if (!embeddings || !config.embeddings) return { done: 0, more: false };
  const timeoutMs = config.embeddings.timeouts.documentsMs;
  await forgetOtherModels(db, embeddings.model);
  const due = await claimDueDocuments(db, portion);
  if (due.length === 0) return { done: 0, more: false };
  try {
    const { vectors, refused } = await embedAll(embeddings, due, timeoutMs);
    await keepVectors(db, embeddings.model, vectors);
    if (refused.length > 0) {
      log.warn({ documents: refused.map(({ documentId }) => documentId) }, 'the model rejected documents');
      await giveBack(db, refused, refusedForSeconds);
    }
  } catch (error) {
    await giveBack(db, due);
    throw error;
  }
  return { done: due.length, more: due.length === portion };
}

/** Embeds all documents in one request. If the endpoint rejects it, sends each document separately. */
async function embedAll(
  embeddings: Embeddings,
  documents: DueDocument[],
  timeoutMs: number,
): Promise<{ vectors: DocumentVector[]; refused: DueDocument[] }> {
  const embed = async (some: DueDocument[], length: number) => {
    const texts = some.map(({ text }) => text.slice(0, length).toWellFormed());
    const vectors = await embeddings.embed(texts, timeoutMs);
    return vectors.flatMap((vector, at) => {
      const document = some[at];
      return document ? [{ ...document, vector }] : [];
    });
  };
  const vectors: DocumentVector[] = [];
  const refused: DueDocument[] = [];
  try {
    return { vectors: await embed(documents, Number.POSITIVE_INFINITY), refused };
  } catch (error) {
    if (!(error instanceof EmbeddingsError)) throw error;
  }
  for (const document of documents) {
    try {
      vectors.push(...(await embed([document], shorter)));
    } catch (error) {
      if (!(error instanceof EmbeddingsError)) throw error;
      refused.push(document);
    }
  }
  return { vectors, refused };
}
