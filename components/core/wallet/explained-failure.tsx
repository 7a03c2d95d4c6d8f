import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';

/** Shows why an action failed. With the texts of all errors, so it is loaded after a failure. */
export function ExplainedFailure({ error }: { error: unknown }) {
  return <FailureNotice failure={explainFailure(error)} />;
}
