import type { Anchor } from '@labroom/protocol/comment';

/**
 * Previews mark their parts: an element with `data-line`, or `data-row` with cells in it that have `data-column`. Numbers are
 * those of the file, from 1, however a preview sorts or filters.
 */
const parts = '[data-line], [data-row]';

/** The lines or cells that the selection of the page touches within an element; `null` if it touches none. */
export function anchorOfSelection(container: HTMLElement | null): Anchor | null {
  const selection = document.getSelection();
  if (!container || !selection || selection.isCollapsed) return null;
  const ends = [selection.anchorNode, selection.focusNode].map((node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element && container.contains(element) ? element : null;
  });
  const [from, to] = ends.map((element) => element?.closest<HTMLElement>(parts));
  if (!from || !to) return null;
  const columns = ends.flatMap((element) => {
    const column = element?.closest<HTMLElement>('[data-column]')?.dataset.column;
    return column ? [Number(column)] : [];
  });
  return anchorOf([from, to], columns);
}

function anchorOf(elements: readonly HTMLElement[], columns: readonly number[]): Anchor | null {
  const lines = elements.flatMap(({ dataset: { line } }) => (line ? [Number(line)] : []));
  if (lines.length === elements.length)
    return { kind: 'LINES', start: Math.min(...lines), end: Math.max(...lines) };
  const rows = elements.flatMap(({ dataset: { row } }) => (row ? [Number(row)] : []));
  if (rows.length < elements.length) return null;
  return {
    kind: 'CELLS',
    start: Math.min(...rows),
    end: Math.max(...rows),
    ...(columns.length === elements.length && {
      startColumn: Math.min(...columns),
      endColumn: Math.max(...columns),
    }),
  };
}

/** Scrolls to a part and selects it. Returns whether the preview shows it. */
export function selectPart(container: HTMLElement, { kind, start, end }: Anchor): boolean {
  const attribute = kind === 'LINES' ? 'data-line' : 'data-row';
  const first = container.querySelector<HTMLElement>(`[${attribute}="${start}"]`);
  if (!first) return false;
  const last = container.querySelector<HTMLElement>(`[${attribute}="${end}"]`) ?? first;
  document.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
  first.scrollIntoView({ block: 'center' });
  return true;
}
