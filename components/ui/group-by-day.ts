import { dayOf, type Zone } from '#lib/dates/date-text.ts';

export interface Day<Item> {
  /** `2026-01-31`, in the time zone of the grouping. */
  day: string;
  items: Item[];
}

/** Groups items by day of a time zone. `items` are newest first. */
export function groupByDay<Item extends { at: string }>(items: readonly Item[], zone: Zone): Day<Item>[] {
  const days: Day<Item>[] = [];
  for (const item of items) {
    const day = dayOf(new Date(item.at), zone);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
