import { isPending, type UploadItem } from './upload-item.ts';

export interface QueueSnapshot {
  readonly items: readonly UploadItem[];
  readonly paused: boolean;
  /** Something is being sent or waits for its turn: leaving the page would lose it. */
  readonly active: boolean;
  /** Bytes of the files that are done or under way, of those that count. */
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** `null` while nothing is sent or the rate is not known yet. */
  readonly secondsLeft: number | null;
}

/** Sums up a queue; `secondsFor` says how long so many bytes will take. */
export function snapshotOf(
  items: readonly UploadItem[],
  paused: boolean,
  secondsFor: (bytes: number) => number | null,
): QueueSnapshot {
  const counted = items.filter(
    (item) => isPending(item) || ['done', 'conflict', 'failed'].includes(item.state.kind),
  );
  const sentBytes = counted.reduce((sum, item) => sum + item.sentBytes, 0);
  const totalBytes = counted.reduce((sum, item) => sum + item.size, 0);
  const secondsLeft = secondsFor(totalBytes - sentBytes);
  return { items, paused, active: items.some(isPending), sentBytes, totalBytes, secondsLeft };
}
