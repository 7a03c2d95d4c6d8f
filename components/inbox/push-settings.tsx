'use client';
import { SetNoticePushDocument } from '@labroom/client/documents';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import {
  canPush,
  PushBlockedError,
  readPushEndpoint,
  subscribePush,
  unsubscribePush,
} from '#lib/push/browser-push.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Section } from '../ui/section.tsx';

interface PushSettingsProps {
  /** `pushKey` of the service. */
  pushKey: string;
  /** Endpoints of the browsers that show notices of the wallet. */
  endpoints: readonly string[];
}

const explain = (error: unknown) =>
  error instanceof PushBlockedError
    ? {
        title: 'This browser does not allow notifications.',
        advice: 'Allow them for this site in the settings of the browser, and try again.',
      }
    : explainFailure(error);

/** Whether this browser shows notices. Shows nothing in a browser that cannot. */
export function PushSettings({ pushKey, endpoints }: PushSettingsProps) {
  const {
    data: endpoint,
    failure: unread,
    readAgain,
  } = useRead({ key: ['push endpoint'], read: readPushEndpoint, pause: !canPush() });
  const setPush = useApiMutation(SetNoticePushDocument);
  const turning = useAction(async (on: boolean) => {
    if (on) await setPush(await subscribePush(pushKey));
    else {
      if (endpoint) await setPush({ endpoint });
      await unsubscribePush();
    }
    readAgain();
  }, explain);
  if (!canPush() || (endpoint === undefined && !unread)) return null;
  const isOn = endpoint != null && endpoints.includes(endpoint);
  return (
    <Section title="This browser" action={isOn && <Badge tone="good">On</Badge>}>
      <div className="flex flex-col items-start gap-3 text-sm">
        <p className="text-ink2">
          {isOn
            ? 'This browser shows new notices, also while no page is open.'
            : 'Let this browser show new notices, also while no page is open.'}
        </p>
        <Button size="sm" busy={turning.isRunning} onClick={() => void turning.run(!isOn)}>
          {isOn ? 'Turn off' : 'Show notices here'}
        </Button>
        <FailureNotice failure={turning.failure ?? unread} />
      </div>
    </Section>
  );
}
