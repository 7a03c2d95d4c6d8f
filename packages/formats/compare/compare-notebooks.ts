import type { NotebookCell, NotebookOutput } from '../notebook/notebook.ts';
import { parseNotebook } from '../notebook/parse-notebook.ts';
import { differingPairs } from './align.ts';
import { changesOfText, compareText, linesOf } from './compare-text.ts';
import { amount, type Change, type Comparison, NO_CHANGE, shownChanges } from './comparison.ts';

/** Compares notebooks by cell: source and outputs. A text that is not a notebook is compared by words. */
export function compareNotebooks(former: string, later: string): Comparison {
  if (former === later) return { summary: NO_CHANGE, notes: [], changes: [] };
  const [before, after] = [parseNotebook(former), parseNotebook(later)];
  if (!before || !after) {
    const asText = compareText(former, later);
    return { ...asText, notes: ['A version is not a notebook, so the text was compared.', ...asText.notes] };
  }
  const changes: Change[] = [];
  const changed = new Set<string>();
  for (const { former: one, later: other, place } of pairs(before.cells, after.cells)) {
    const found = [
      ...changesBetween(sourceOf(one), sourceOf(other), place),
      ...changesBetween(outputsOf(one), outputsOf(other), `${place}, output`),
    ];
    if (found.length > 0) changed.add(place);
    changes.push(...found);
  }
  const shown = shownChanges(changes);
  const notes = [...shown.notes];
  if (before.isCut || after.isCut)
    notes.push('Long cells, and cells after the first 500, were not compared.');
  if (changes.length === 0) {
    notes.push(
      'No source and no shown output differs. Other parts differ, such as metadata or execution counts.',
    );
  }
  const summary = changes.length === 0 ? 'No cell changed' : amount(changed.size, 'cell');
  return { summary, notes, changes: shown.changes };
}

interface CellPair {
  former?: NotebookCell | undefined;
  later?: NotebookCell | undefined;
  place: string;
}

/** Cells that differ, aligned by their content. */
function pairs(before: readonly NotebookCell[], after: readonly NotebookCell[]): CellPair[] {
  const key = (cell: NotebookCell) => JSON.stringify([cell.kind, cell.source, cell.outputs]);
  return differingPairs(before.map(key), after.map(key)).map(({ former: from, later: to }) => {
    const [former, later] = [before[from], after[to]];
    const suffix = later ? (former ? '' : ', added') : ', removed';
    const place = `Cell ${(later ? to : from) + 1} (${(later ?? former)?.kind}${suffix})`;
    return { former, later, place };
  });
}

const changesBetween = (former: string, later: string, place: string): Change[] =>
  former === later
    ? []
    : changesOfText(linesOf(former), linesOf(later)).changes.map((change) => ({
        ...change,
        place: `${place}, ${change.place.toLowerCase()}`,
      }));

const sourceOf = (cell: NotebookCell | undefined) => cell?.source ?? '';
const outputsOf = (cell: NotebookCell | undefined) => cell?.outputs.map(textOf).join('\n') ?? '';

function textOf(output: NotebookOutput): string {
  switch (output.kind) {
    case 'text':
    case 'markdown':
      return output.text;
    case 'html':
      return output.plain || output.html;
    case 'picture':
      return `[picture, ${amount(output.url.length, 'character')}, ${checksum(output.url)}]`;
    case 'drawing':
      return `[drawing, ${amount(output.svg.length, 'character')}, ${checksum(output.svg)}]`;
    case 'chart':
      return `[${output.library} chart: ${[output.title, ...output.series].join(', ')}]`;
    case 'unshown':
      return `[${output.types.join(', ')}]`;
  }
}

/** Tells pictures of one length apart. */
function checksum(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) >>> 0;
  return sum.toString(16).padStart(8, '0');
}
