'use client';
import { type ReactNode, useMemo } from 'react';
import { useDrawn } from './use-drawn.ts';

interface DrawnListProps<Item> {
  /** The same array each time. */
  items: readonly Item[];
  /** What one step draws at most, but at least one item. */
  step: number;
  /** The same function each time. Default: an item weighs 1. */
  weigh?: (item: Item) => number;
  children: (item: Item, index: number) => ReactNode;
}

/** The items of a long list that somebody else wrote, drawn piece by piece. */
export function DrawnList<Item>({ items, step, weigh = one, children }: DrawnListProps<Item>) {
  const ends = useMemo(() => endsOfSteps(items, step, weigh), [items, step, weigh]);
  const drawn = useDrawn(items, ends.length);
  return items.slice(0, ends[drawn - 1] ?? 0).map(children);
}

const one = () => 1;

/** Number of items that are drawn after each step. */
function endsOfSteps<Item>(items: readonly Item[], step: number, weigh: (item: Item) => number): number[] {
  const ends: number[] = [];
  let weight = 0;
  for (const [at, item] of items.entries()) {
    weight += weigh(item);
    if (weight > step && at > (ends.at(-1) ?? 0)) {
      ends.push(at);
      weight = weigh(item);
    }
  }
  if (items.length > 0) ends.push(items.length);
  return ends;
}
