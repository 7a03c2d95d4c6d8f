import { cut } from '../source/cut.ts';

const MAX_ITEMS = 20;

/** The first values of an attribute. */
export function listText(count: number, textAt: (index: number) => string): string {
  const shown = Array.from({ length: Math.min(count, MAX_ITEMS) }, (_, index) => textAt(index));
  return cut(count > shown.length ? `${shown.join(', ')}, …` : shown.join(', '));
}
