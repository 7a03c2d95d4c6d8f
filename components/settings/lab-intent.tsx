'use client';
import { LabIntentDocument, SetLabIntentDocument } from '@labroom/client/documents';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { SettingCheckbox } from '../ui/setting-checkbox.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Whether payments for calls in the lab must name their calls. */
export function LabIntent({ oclId }: { oclId: string }) {
  const { data, failure, reload } = useApiQuery(LabIntentDocument, { oclId });
  const set = useApiMutation(SetLabIntentDocument);
  const change = useAction(async (required: boolean) => {
    await set({ oclId, required });
    reload();
  });
  if (failure) return <FailureNotice failure={explainFailure(failure)} />;
  if (!data) return <Skeleton className="h-16" />;
  const lab = data.labWithDataRoomAndFiles;
  if (!lab) return <Notice>The service does not know this lab, so there is nothing to set.</Notice>;
  return (
    <SettingCheckbox
      label="Take only payments that name their call"
      hint="Programs can pay for single calls in this lab. With this setting, nobody can act here by a payment that its payer signed for something else. Other x402 clients than ours may be refused, without a charge."
      checked={lab.requiresIntent}
      {...change}
    />
  );
}
