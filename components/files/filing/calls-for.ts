import { MAX_BODY_BYTES } from '@labroom/protocol/body-limit';

/** Entries that one call takes. */
const MOST_ENTRIES = 10_000;
/** Leaves room for the document of the call. */
const MOST_BYTES = MAX_BODY_BYTES - 100_000;

/** Divides what a change names among as few calls as the service takes: nearly always one. */
export function callsFor<Item>(items: readonly Item[]): Item[][] {
  const calls: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = new TextEncoder().encode(JSON.stringify(item)).length + 1;
    const last = calls.at(-1);
    if (last && last.length < MOST_ENTRIES && bytes + size <= MOST_BYTES) {
      last.push(item);
      bytes += size;
    } else {
      calls.push([item]);
      bytes = size;
    }
  }
  return calls;
}
