type Cell = string | number;

/** Lines of comma-separated values. No cell needs quotes. */
export function csv(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  return separated(',', header, rows);
}

/** Lines of tab-separated values. */
export function tsv(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  return separated('\t', header, rows);
}

function separated(separator: string, header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  return `${[header, ...rows].map((cells) => cells.join(separator)).join('\n')}\n`;
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Text without the indentation that it has in the source code. Backslashes are kept, except before a backtick. */
export function text(strings: TemplateStringsArray, ...values: unknown[]): string {
  const lines = String.raw(strings, ...values)
    .replace(/^\n/, '')
    .replaceAll('\\`', '`')
    .split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return `${lines
    .map((line) => line.slice(indent))
    .join('\n')
    .trimEnd()}\n`;
}

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Lines of at most `width` characters. */
export const wrapped = (letters: string, width: number): string[] =>
  letters.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
