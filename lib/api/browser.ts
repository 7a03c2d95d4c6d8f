import { ApiFailure } from './api-failure.ts';
import type { ApiCall } from './execute.ts';

/**
 * Runs one operation from the browser; the code that does so comes with the first, so that pages which only show what the
 * server has rendered never load it. Errors: `ApiFailure`.
 */
export const callApi: ApiCall = async (document, variables, signal) => {
  const { runOperation } = await import('./browser-client.ts').catch((cause: unknown) => {
    const message = 'A part of this page could not be loaded. Check your connection and try again.';
    throw new ApiFailure({ code: 'NETWORK_ERROR', message }, { cause });
  });
  return runOperation(document, variables, signal);
};
