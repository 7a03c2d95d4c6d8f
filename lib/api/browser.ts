import type { ApiCall } from '#packages/client/execute.ts';
import { loadPart } from './load-part.ts';

/**
 * Runs one operation from the browser; the code that does so comes with the first, so that pages which only show what the
 * server has rendered never load it. Errors: `LabroomError`.
 */
export const callApi: ApiCall = async (document, variables, signal) => {
  const { runOperation } = await loadPart(import('./browser-client.ts'));
  return runOperation(document, variables, signal);
};
