import { withFewMarks } from '@labroom/markdown/few-marks';
import { parseJson } from '../json/parse-json.ts';
import { shownText } from '../text/shown-text.ts';
import { savedCells } from './former-notebook.ts';
import type { Notebook, NotebookCell, NotebookOutput } from './notebook.ts';

const MAX_CELLS = 500;
const MAX_OUTPUTS = 50;
const MAX_CHARACTERS = 50_000;
const MAX_HTML = 100_000;
// The browser itself sanitizes HTML, and nobody can interrupt it.
const MAX_HTML_TAGS = 6_000;
const MAX_SVG = 500_000;
const MAX_SERIES = 20;
/** Images by their first bytes, in base64. */
const IMAGES: Readonly<Record<string, RegExp>> = {
  'image/png': /^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/,
  'image/jpeg': /^\/9j\/[A-Za-z0-9+/]*={0,2}$/,
  'image/gif': /^R0lGOD[A-Za-z0-9+/]*={0,2}$/,
};

/**
 * Parses a notebook (nbformat 2 to 4) as plain data. Scripts and widgets are named but not kept. HTML is kept as text, which
 * must be sanitized. Returns `null` if the text is not a notebook.
 */
export function parseNotebook(text: string): Notebook | null {
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    return null;
  }
  const saved = isRecord(parsed) ? savedCells(parsed) : null;
  if (!isRecord(parsed) || !saved) return null;
  let isCut = saved.length > MAX_CELLS;
  const take = (value: unknown, most = MAX_CHARACTERS): string => {
    const whole = withFewMarks(joined(value));
    if (whole.length <= most) return whole;
    isCut = true;
    return whole.slice(0, most);
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
      return [{ kind: 'text', text: shownText(take(output.text)), isError: output.name === 'stderr' }];
    }
    if (output.output_type === 'error') {
      const trace = Array.isArray(output.traceback) ? output.traceback.filter(isText).join('\n') : '';
      const plain = take(trace || `${joined(output.ename)}: ${joined(output.evalue)}`);
      return [{ kind: 'text', text: shownText(plain), isError: true }];
    }
    return isRecord(output.data) ? [displayed(output.data)] : [];
  }

  /** The best of the types in which an output is saved: as picture, chart, table, formula or text. */
  function displayed(data: Record<string, unknown>): NotebookOutput {
    const url = pictureOf(data);
    if (url) return { kind: 'picture', url };
    const svg = svgOf(data);
    if (svg !== null) return { kind: 'drawing', svg };
    const chart = chartOf(data);
    if (chart) return chart;
    const plain = shownText(take(data['text/plain']));
    const html = withFewMarks(joined(data['text/html']));
    if (html !== '' && html.length <= MAX_HTML && html.split('<', MAX_HTML_TAGS).length < MAX_HTML_TAGS)
      return { kind: 'html', html, plain };
    if (Object.hasOwn(data, 'text/latex')) {
      const tex = take(data['text/latex']).trim();
      return { kind: 'markdown', text: tex.startsWith('$') ? tex : `$$\n${tex}\n$$` };
    }
    if (Object.hasOwn(data, 'text/markdown')) return { kind: 'markdown', text: take(data['text/markdown']) };
    if (Object.hasOwn(data, 'text/plain')) return { kind: 'text', text: plain, isError: false };
    return { kind: 'unshown', types: Object.keys(data).map((type) => type.slice(0, 60)) };
  }

  const cells = saved.slice(0, MAX_CELLS).filter(isRecord).map(cellOf);
  return { language: languageOf(parsed.metadata), cells, isCut };
}

function pictureOf(data: Record<string, unknown>): string | null {
  for (const [type, pattern] of Object.entries(IMAGES)) {
    const base64 = joined(data[type]).replace(/\s/g, '');
    if (pattern.test(base64)) return `data:${type};base64,${base64}`;
  }
  return null;
}

function svgOf(data: Record<string, unknown>): string | null {
  const svg = joined(data['image/svg+xml']);
  const isSvg =
    svg.length <= MAX_SVG && /^\s*(<\?xml|<!--|<!doctype svg|<svg)/i.test(svg) && svg.includes('<svg');
  return isSvg ? svg : null;
}

/** What an interactive chart says about itself. It is drawn by scripts, which do not run here. */
function chartOf(data: Record<string, unknown>): NotebookOutput | null {
  const words = (values: unknown[]) =>
    values
      .filter(isText)
      .slice(0, MAX_SERIES)
      .map((word) => word.slice(0, 60));
  const plotly = data['application/vnd.plotly.v1+json'];
  if (isRecord(plotly)) {
    const traces = Array.isArray(plotly.data) ? plotly.data.filter(isRecord) : [];
    const series = words(traces.map(({ name, type }) => name ?? type ?? 'scatter'));
    return { kind: 'chart', library: 'Plotly', title: titleOf(plotly.layout), series };
  }
  const type = Object.keys(data).find((key) => /^application\/vnd\.vega(lite)?\.v\d+\+json$/.test(key));
  if (!type || !isRecord(data[type])) return null;
  const encoding = isRecord(data[type].encoding) ? Object.values(data[type].encoding).filter(isRecord) : [];
  return {
    kind: 'chart',
    library: type.includes('vegalite') ? 'Vega-Lite' : 'Vega',
    title: titleOf(data[type]),
    series: words(encoding.map(({ field }) => field)),
  };
}

function titleOf(layout: unknown): string {
  const title = isRecord(layout) ? layout.title : '';
  const text = isRecord(title) ? title.text : title;
  return isText(text) ? text.replace(/<[^<>]*>/g, '').slice(0, 200) : '';
}

function languageOf(metadata: unknown): string {
  if (!isRecord(metadata)) return '';
  const { language_info: info, kernelspec: kernel } = metadata;
  const name = isRecord(info) ? info.name : isRecord(kernel) ? kernel.language : '';
  return isText(name) ? name.slice(0, 40) : '';
}

/** A notebook may store a long text as a list of lines. */
function joined(value: unknown): string {
  if (isText(value)) return value;
  return Array.isArray(value) ? value.filter(isText).join('') : '';
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
