import 'server-only';
import * as documents from '@labroom/client/documents';
import { type AnyVariables, formatDocument, stringifyDocument, type TypedDocumentNode } from '@urql/core';

/** The texts of the app's documents, in both forms that its clients send: a client with a cache adds `__typename`. */
const ownDocuments: ReadonlySet<string> = new Set(
  Object.entries(documents as Record<string, TypedDocumentNode<unknown, AnyVariables>>)
    // The other exports are fragments.
    .filter(([name]) => name.endsWith('Document'))
    .flatMap(([, document]) => [stringifyDocument(document), stringifyDocument(formatDocument(document))]),
);

/** Whether a document is one of `lib/api/*.graphql`, character for character. */
export function isOwnDocument(text: unknown): text is string {
  return typeof text === 'string' && ownDocuments.has(text);
}
