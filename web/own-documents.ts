import 'server-only';
import { type AnyVariables, stringifyDocument, type TypedDocumentNode } from '@urql/core';
import * as documents from '#lib/api/documents.generated.ts';

/** The app's documents, in the text that the app's client sends for each. */
const ownDocuments: ReadonlySet<string> = new Set(
  Object.entries(documents as Record<string, TypedDocumentNode<unknown, AnyVariables>>)
    // The others are fragments.
    .filter(([name]) => name.endsWith('Document'))
    .map(([, document]) => stringifyDocument(document)),
);

/** Whether a document is one of `lib/api/*.graphql`, character for character. */
export function isOwnDocument(text: unknown): text is string {
  return typeof text === 'string' && ownDocuments.has(text);
}
