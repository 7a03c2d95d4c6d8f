import type { FastifyInstance } from 'fastify';
import { onlyPublicReads, renderDocument, sendDocument } from '../http/public-document.ts';
import { preferredType } from '../http/response-type.ts';
import type { DocumentEntry } from './document-entry.ts';

/** Prices and addresses change with a restart only. */
const CACHE = 'public, max-age=300';

/** Serves the documents. Each is written once per process, on its first request. */
export function discoveryRoutes(
  app: FastifyInstance,
  documents: readonly DocumentEntry[],
  links: string,
): void {
  for (const entry of documents) {
    const rendered = entry.representations.map(({ type, render }) =>
      once(async () => renderDocument(type, render())),
    );
    const types = entry.representations.map(({ type }) => type);
    app.all(entry.path, { onRequest: onlyPublicReads }, async (request, reply) => {
      const type = preferredType(request.headers.accept, types);
      const document = await rendered[types.indexOf(type)]?.();
      if (!document) throw new Error(`${entry.path} has no ${type}`);
      reply.headers({ 'cache-control': CACHE, vary: 'Accept, Accept-Encoding', link: links });
      return sendDocument(request, reply, document);
    });
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
