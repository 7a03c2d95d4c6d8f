import type { OnChainActivityQuery } from '#packages/client/documents.generated.ts';

type OnChainEvent = OnChainActivityQuery['onChainActivity'][number];

/** Events that are asked for at once: one more than a page shows tells whether there is another. */
export const onChainPageSize = 60;

export interface OnChainPage {
  events: OnChainEvent[];
  /** The cursor of the next page; `undefined` on the last. */
  older: string | undefined;
}

/**
 * A page of what came when `onChainPageSize + 1` events were asked for. It ends between two transactions, so that none
 * is torn apart, unless one alone is longer than a page.
 */
export function onChainPage(asked: readonly OnChainEvent[]): OnChainPage {
  const next = asked[onChainPageSize];
  if (!next) return { events: [...asked], older: undefined };
  const page = asked.slice(0, onChainPageSize);
  const whole = page.filter(({ txHash }) => txHash !== next.txHash);
  const events = whole.length > 0 ? whole : page;
  return { events, older: events.at(-1)?.id };
}

/** The cursor in an address, or `undefined` for what is none. */
export function cursorParam(value: string | undefined): string | undefined {
  return value && /^\d{1,15}:\d{1,9}$/.test(value) ? value : undefined;
}
