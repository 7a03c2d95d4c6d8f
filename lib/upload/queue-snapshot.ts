import type { Amount } from './rate-meter.ts';
import { isPending, type UploadItem } from './upload-item.ts';

export interface QueueSnapshot {
  readonly items: readonly UploadItem[];
  readonly paused: boolean;
  /** Uploads wait for the network. */
  readonly offline: boolean;
  /** Whether uploads are active or waiting. Leaving the page would lose them. */
  readonly active: boolean;
  /** Bytes sent of the files that count towards the total. */
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** `null` if nothing is being sent, in the first seconds, and in the last ones. */
  readonly secondsLeft: number | null;
}

/** Summarizes a queue. `secondsFor` estimates the time for what is left. */
export function snapshotOf(
  items: readonly UploadItem[],
  holds: Pick<QueueSnapshot, 'paused' | 'offline'>,
  secondsFor: (left: Amount) => number | null,
): QueueSnapshot {
  const counted = items.filter(
    (item) => isPending(item) || ['done', 'conflict', 'failed'].includes(item.state.kind),
  );
  const sentBytes = counted.reduce((sum, item) => sum + item.sentBytes, 0);
  const totalBytes = counted.reduce((sum, item) => sum + item.size, 0);
  const pending = items.filter(isPending);
  const secondsLeft = secondsFor({
    bytes: pending.reduce((sum, item) => sum + item.size - item.sentBytes, 0),
    files: pending.length,
  });
  return { items, ...holds, active: pending.length > 0, sentBytes, totalBytes, secondsLeft };
}
