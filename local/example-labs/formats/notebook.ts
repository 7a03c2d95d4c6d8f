import { json } from '../encoders/text.ts';
import type { Bytes } from '../encoders/zip.ts';

/** What running a cell left: lines of text, a picture, or a table. */
export type Output =
  | { printed: string }
  | { png: Promise<Bytes> }
  | { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] };

export type Cell = { markdown: string } | { code: string; outputs?: readonly Output[] };

/** A Jupyter notebook (nbformat 4.5) with the outputs of its cells. */
export async function encodeNotebook(
  cells: readonly Cell[],
  language: 'python' | 'R' = 'python',
): Promise<string> {
  const kernel =
    language === 'python'
      ? { display_name: 'Python 3', language, name: 'python3' }
      : { display_name: 'R', language, name: 'ir' };
  let executed = 0;
  const encoded = [];
  for (const [index, cell] of cells.entries()) {
    const id = `cell-${index + 1}`;
    if ('markdown' in cell) {
      encoded.push({ cell_type: 'markdown', id, metadata: {}, source: linesOf(cell.markdown) });
      continue;
    }
    const { code, outputs = [] } = cell;
    executed += 1;
    const count = executed;
    encoded.push({
      cell_type: 'code',
      id,
      execution_count: count,
      metadata: {},
      source: linesOf(code),
      outputs: await Promise.all(outputs.map((output) => encodeOutput(output, count))),
    });
  }
  return json({
    cells: encoded,
    metadata: { kernelspec: kernel, language_info: { name: language } },
    nbformat: 4,
    nbformat_minor: 5,
  });
}

/** Each line with its line break, as notebooks keep them. */
const linesOf = (source: string) => source.trim().split(/(?<=\n)/);

async function encodeOutput(output: Output, execution: number) {
  if ('printed' in output) return { output_type: 'stream', name: 'stdout', text: linesOf(output.printed) };
  if ('png' in output) {
    const data = {
      'image/png': Buffer.from(await output.png).toString('base64'),
      'text/plain': ['<Figure>'],
    };
    return { output_type: 'display_data', data, metadata: {} };
  }
  const row = (cells: readonly (string | number)[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const { columns, rows } = output;
  const html = `<table border="1"><thead>${row(columns, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
  const plain = [columns, ...rows].map((cells) => cells.join('  ')).join('\n');
  return {
    output_type: 'execute_result',
    execution_count: execution,
    data: { 'text/html': [html], 'text/plain': linesOf(plain) },
    metadata: {},
  };
}
