import type { OnChainActivityQuery } from '@labroom/client/documents';

type OnChainEvent = OnChainActivityQuery['onChainActivity'][number];

/** Events per page. One more is requested, to see whether there is another page. */
export const onChainPageSize = 60;

export interface OnChainPage {
  events: OnChainEvent[];
  /** Cursor of the next page; `undefined` on the last page. */
  older: string | undefined;
}

/**
 * One page out of `onChainPageSize + 1` requested events. It ends between two transactions, unless a single transaction
 * is longer than a page.
 */
export function onChainPage(asked: readonly OnChainEvent[]): OnChainPage {
  const next = asked[onChainPageSize];
  if (!next) return { events: [...asked], older: undefined };
  const page = asked.slice(0, onChainPageSize);
  const whole = page.filter(({ txHash }) => txHash !== next.txHash);
  const events = whole.length > 0 ? whole : page;
  return { events, older: events.at(-1)?.id };
}

/** Validates a cursor from the URL; `undefined` if it is invalid. */
export function cursorParam(value: string | undefined): string | undefined {
  return value && /^\d{1,15}:\d{1,9}$/.test(value) ? value : undefined;
}
