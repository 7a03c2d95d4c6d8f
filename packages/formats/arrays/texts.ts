const MAX_TEXT = 300;
const MAX_ITEMS = 20;

/** Says that it leaves out the rest. */
export const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** The first values of an attribute. */
export function listText(count: number, textAt: (index: number) => string): string {
  const shown = Array.from({ length: Math.min(count, MAX_ITEMS) }, (_, index) => textAt(index));
  return cut(count > shown.length ? `${shown.join(', ')}, …` : shown.join(', '));
}
