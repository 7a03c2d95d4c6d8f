'use client';
import { NoticeSettingsDocument, type NoticeSettingsQuery } from '@labroom/client/documents';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { MailSettings } from './mail-settings.tsx';
import { PushSettings } from './push-settings.tsx';

/** An open page notices a confirmation that was made elsewhere. */
const poll = {
  everyMilliseconds: 10_000,
  isFinal: ({ noticeSettings: { mail } }: NoticeSettingsQuery) => mail?.state !== 'UNCONFIRMED',
};

/** How notices reach the signed-in wallet outside of its inbox. Shows nothing where the service offers nothing. */
export const NoticeSettings = withApi(Settings);

function Settings() {
  const { data, failure } = useApiQuery(NoticeSettingsDocument, {}, { poll });
  if (failure && !data) return <FailureNotice failure={explainFailure(failure)} />;
  if (!data) return null;
  const { sendsMail, mail, pushKey, pushEndpoints } = data.noticeSettings;
  return (
    <>
      {sendsMail && <MailSettings mail={mail} />}
      {pushKey && <PushSettings pushKey={pushKey} endpoints={pushEndpoints} />}
    </>
  );
}
