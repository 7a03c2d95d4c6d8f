/** Types of outputs by their names before version 4. */
const TYPES: Readonly<Record<string, string>> = {
  text: 'text/plain',
  html: 'text/html',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  latex: 'text/latex',
  json: 'application/json',
  javascript: 'application/javascript',
};
const MAX_WORKSHEETS = 20;

/** The cells of a notebook as version 4 has them, also of versions 2 and 3 (until 2015). `null` if it is no notebook. */
export function savedCells(notebook: Record<string, unknown>): unknown[] | null {
  if (Array.isArray(notebook.cells)) return notebook.cells;
  const { worksheets, nbformat } = notebook;
  if (nbformat !== 2 && nbformat !== 3) return null;
  return (Array.isArray(worksheets) ? worksheets : [])
    .slice(0, MAX_WORKSHEETS)
    .flatMap((sheet) => (isRecord(sheet) && Array.isArray(sheet.cells) ? sheet.cells : []))
    .map((cell) => (isRecord(cell) ? cellOf(cell) : cell));
}

function cellOf(cell: Record<string, unknown>): Record<string, unknown> {
  const { cell_type: type, level, source, outputs } = cell;
  if (type === 'code')
    return {
      ...cell,
      source: cell.input,
      execution_count: cell.prompt_number,
      outputs: Array.isArray(outputs) ? outputs.map((one) => (isRecord(one) ? outputOf(one) : one)) : [],
    };
  if (type !== 'heading') return cell;
  const marks = '#'.repeat(Math.min(6, Math.max(1, Number(level) || 1)));
  return {
    ...cell,
    cell_type: 'markdown',
    source: `${marks} ${Array.isArray(source) ? source.join('') : source}`,
  };
}

function outputOf(output: Record<string, unknown>): Record<string, unknown> {
  const { output_type: type, stream } = output;
  if (type === 'stream') return { ...output, name: stream };
  if (type === 'pyerr') return { ...output, output_type: 'error' };
  const data = Object.entries(TYPES).flatMap(([name, mime]) =>
    Object.hasOwn(output, name) ? [[mime, output[name]] as const] : [],
  );
  return { output_type: 'display_data', data: Object.fromEntries(data) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
