'use client';
import {
  DeleteWebhookDocument,
  ReplayWebhookDocument,
  RotateWebhookSecretDocument,
  type WebhookFieldsFragment,
} from '@labroom/client/documents';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Time } from '../ui/time.tsx';

type Delivery = WebhookFieldsFragment['deliveries'][number];

interface WebhookRowProps {
  webhook: WebhookFieldsFragment;
  oclId: string;
  onSecret: (secret: string | null) => void;
  onChanged: () => void;
}

const filterNames = { FILE: 'Files', ANNOUNCEMENT: 'Announcements' } as const;

/** One endpoint: its state, its last deliveries, and what can be done with it. */
export function WebhookRow({ webhook, oclId, onSecret, onChanged }: WebhookRowProps) {
  const { id, url, filter, deliveries } = webhook;
  const rotate = useApiMutation(RotateWebhookSecretDocument);
  const remove = useApiMutation(DeleteWebhookDocument);
  const replay = useApiMutation(ReplayWebhookDocument);
  const { isRunning, failure, run } = useAction(async (act: () => Promise<unknown>) => {
    await act();
    onChanged();
  });
  const again = (after: number) => run(() => replay({ id, oclId, after: String(after) }));
  return (
    <li className="flex flex-col gap-2 py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium break-all">{url}</p>
          <p className="flex flex-wrap items-center gap-x-3 text-ink2">
            {filter ? filterNames[filter] : 'All events'}
            <State webhook={webhook} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            busy={isRunning}
            onClick={() =>
              void run(async () => onSecret((await rotate({ id, oclId })).rotateWebhookSecret.secret))
            }
          >
            New secret
          </Button>
          <Button size="sm" busy={isRunning} onClick={() => void run(() => remove({ id, oclId }))}>
            Delete
          </Button>
        </div>
      </div>
      <FailureNotice failure={failure} />
      {deliveries.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-ink2 hover:text-ink">Last deliveries</summary>
          <ul aria-label="Last deliveries" className="mt-2 flex flex-col gap-1">
            {deliveries.map((delivery) => (
              <li key={delivery.eventCursor} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="tabular w-20 text-ink2">Event {delivery.eventCursor}</span>
                <span className="min-w-40 flex-1">{outcomeOf(delivery)}</span>
                {delivery.attemptedAt && <Time value={delivery.attemptedAt} className="text-ink2" />}
                <Button
                  size="sm"
                  variant="quiet"
                  busy={isRunning}
                  onClick={() => void again(Number(delivery.eventCursor) - 1)}
                >
                  Send again from here
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function State({ webhook: { disabledAt, failingSince, waiting } }: { webhook: WebhookFieldsFragment }) {
  if (disabledAt) {
    return (
      <Badge tone="bad">
        Disabled <Time value={disabledAt} />
      </Badge>
    );
  }
  return (
    <>
      {failingSince && (
        <Badge tone="warn">
          Failing since <Time value={failingSince} />
        </Badge>
      )}
      {waiting > 0 && <span className="tabular">{waiting.toLocaleString('en')} waiting</span>}
    </>
  );
}

const failures = {
  ADDRESS: 'no public address',
  CONNECTION: 'no connection',
  TIMEOUT: 'no answer in time',
} as const;

function outcomeOf({ deliveredAt, status, failure, attempts }: Delivery): string {
  const times = attempts > 1 ? ` after ${attempts} attempts` : '';
  if (deliveredAt) return `Delivered${times}`;
  if (attempts === 0) return 'Waiting';
  return `Failed${times}: ${failure ? failures[failure] : `status ${status}`}`;
}
