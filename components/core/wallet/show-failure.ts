import { notify } from '../../ui/message.ts';

/** Shows why an action failed, where the page has no place for it. A declined request is no error. */
export async function showFailure(error: unknown): Promise<void> {
  // Loaded only on failure.
  const { explainFailure } = await import('#lib/wallet/explain-failure.ts');
  const { title, advice, declined } = explainFailure(error);
  notify(declined ? 'info' : 'error', title, advice);
}
