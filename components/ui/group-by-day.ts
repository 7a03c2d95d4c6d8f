export interface Day<Item> {
  /** `2026-01-31`, in the time zone of the grouping. */
  day: string;
  items: Item[];
}

/** Groups items by day of a time zone (default: the reader's). `items` are newest first. */
export function groupByDay<Item extends { at: string }>(
  items: readonly Item[],
  timeZone?: string,
): Day<Item>[] {
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...(timeZone ? { timeZone } : {}) });
  const days: Day<Item>[] = [];
  for (const item of items) {
    const day = format.format(new Date(item.at));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
