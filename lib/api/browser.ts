import type { ApiCall } from '@labroom/client/execute';
import { loadPart } from './load-part.ts';

/**
 * Runs one operation from the browser. The client's code is loaded with the first call, so that pages that only show
 * server-rendered data never load it. Errors: `LabroomError`.
 */
export const callApi: ApiCall = async (document, variables, signal) => {
  const { runOperation } = await loadPart(import('./browser-client.ts'));
  return runOperation(document, variables, signal);
};

/** Runs one operation from the browser as a visitor, without the session. Errors: `LabroomError`. */
export const callApiAsVisitor: ApiCall = async (document, variables) => {
  const { runAsVisitor } = await loadPart(import('./browser-client.ts'));
  return runAsVisitor(document, variables);
};
