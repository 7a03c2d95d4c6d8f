export interface NotebookCell {
  kind: 'code' | 'markdown' | 'raw';
  source: string;
  /** Execution count of a code cell, shown as `In [3]`. */
  count: number | null;
  outputs: NotebookOutput[];
}

/** `unshown`: the output has only types that are not displayed. */
export type NotebookOutput =
  | { kind: 'text'; text: string; isError: boolean }
  | { kind: 'png'; base64: string }
  | { kind: 'unshown'; types: string[] };

export interface Notebook {
  cells: NotebookCell[];
  /** Whether the notebook, or one of its texts, was truncated. */
  isCut: boolean;
}

const MAX_CELLS = 500;
const MAX_OUTPUTS = 50;
const MAX_CHARACTERS = 50_000;
const PNG_IN_BASE64 = /^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/;
const TERMINAL_COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

/**
 * Parses a notebook (nbformat 4) as plain data: texts and PNG images. HTML, SVG, scripts and widgets are named but not
 * kept. Returns `null` if the text is not a notebook.
 */
export function parseNotebook(text: string): Notebook | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(parsed) || !Array.isArray(parsed.cells)) return null;
  let isCut = parsed.cells.length > MAX_CELLS;
  const take = (value: unknown): string => {
    const whole = joined(value);
    if (whole.length <= MAX_CHARACTERS) return whole;
    isCut = true;
    return whole.slice(0, MAX_CHARACTERS);
  };

  function cellOf(cell: Record<string, unknown>): NotebookCell {
    const kind = cell.cell_type === 'code' || cell.cell_type === 'markdown' ? cell.cell_type : 'raw';
    const outputs = kind === 'code' && Array.isArray(cell.outputs) ? cell.outputs.filter(isRecord) : [];
    if (outputs.length > MAX_OUTPUTS) isCut = true;
    const count = Number.isSafeInteger(cell.execution_count) ? Number(cell.execution_count) : null;
    return {
      kind,
      source: take(cell.source),
      count,
      outputs: outputs.slice(0, MAX_OUTPUTS).flatMap(outputOf),
    };
  }

  function outputOf(output: Record<string, unknown>): NotebookOutput[] {
    if (output.output_type === 'stream') {
      return [{ kind: 'text', text: take(output.text), isError: output.name === 'stderr' }];
    }
    if (output.output_type === 'error') {
      const trace = Array.isArray(output.traceback) ? output.traceback.filter(isText).join('\n') : '';
      const plain = take(trace || `${joined(output.ename)}: ${joined(output.evalue)}`);
      return [{ kind: 'text', text: plain.replace(TERMINAL_COLOURS, ''), isError: true }];
    }
    return isRecord(output.data) ? [displayed(output.data)] : [];
  }

  function displayed(data: Record<string, unknown>): NotebookOutput {
    const base64 = joined(data['image/png']).replace(/\s/g, '');
    if (PNG_IN_BASE64.test(base64)) return { kind: 'png', base64 };
    if (Object.hasOwn(data, 'text/plain'))
      return { kind: 'text', text: take(data['text/plain']), isError: false };
    return { kind: 'unshown', types: Object.keys(data).map((type) => type.slice(0, 60)) };
  }

  const cells = parsed.cells.slice(0, MAX_CELLS).filter(isRecord).map(cellOf);
  return { cells, isCut };
}

/** A notebook may store a long text as a list of lines. */
function joined(value: unknown): string {
  if (isText(value)) return value;
  return Array.isArray(value) ? value.filter(isText).join('') : '';
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
