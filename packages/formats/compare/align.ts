import { diffArrays } from 'diff';

/** Places of one element in two lists; `-1`: the list does not have it. */
export interface Pair {
  former: number;
  later: number;
}

/** Part of an alignment, in elements. */
export interface Part {
  count: number;
  removed: boolean;
  added: boolean;
}

/** Beyond these limits, lists count as replaced as a whole. */
const LIMITS = { maxEditLength: 1_000, timeout: 2_000 };

/** Equal, removed and added parts of two lists, in their order. Equal ends are skipped first: the rest is small as a rule. */
export function align<Element extends string | number>(
  former: readonly Element[],
  later: readonly Element[],
): Part[] {
  const shorter = Math.min(former.length, later.length);
  let start = 0;
  while (start < shorter && former[start] === later[start]) start++;
  let end = 0;
  while (end < shorter - start && former.at(-1 - end) === later.at(-1 - end)) end++;
  const removed = former.slice(start, former.length - end);
  const added = later.slice(start, later.length - end);
  const known = new Set(removed);
  const replaced = [
    { count: removed.length, removed: true, added: false },
    { count: added.length, removed: false, added: true },
  ];
  const middle =
    (added.some((element) => known.has(element)) && diffArrays(removed, added, LIMITS)) || replaced;
  const same = (count: number): Part => ({ count, removed: false, added: false });
  return [same(start), ...middle, same(end)].filter(({ count }) => count > 0);
}

/** The elements that differ. Replaced elements are paired in their order. */
export function differingPairs<Element extends string | number>(
  former: readonly Element[],
  later: readonly Element[],
): Pair[] {
  const pairs: Pair[] = [];
  const parts = align(former, later);
  let [from, to] = [0, 0];
  for (let at = 0; at < parts.length; at++) {
    const { count, removed, added } = parts[at] as Part;
    const next = parts[at + 1];
    const isReplaced = removed && next?.added === true;
    const [fewer, more] = isReplaced ? [count, next.count] : [added ? 0 : count, removed ? 0 : count];
    if (isReplaced) at += 1;
    for (let index = 0; (removed || added) && index < Math.max(fewer, more); index++) {
      pairs.push({ former: index < fewer ? from + index : -1, later: index < more ? to + index : -1 });
    }
    from += fewer;
    to += more;
  }
  return pairs;
}
