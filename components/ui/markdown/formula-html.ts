import katex from 'katex';

const MAX_CHARACTERS = 1_000;
// A few characters, such as those of a table, may become many elements.
const MAX_ELEMENTS = 2_000;

/**
 * The HTML of a formula in TeX, which KaTeX makes of its own elements; `null` if it is no formula, or too large. It can
 * neither link nor fetch, and macros expand a bounded number of times.
 */
export function formulaHtml(tex: string, isDisplay: boolean): string | null {
  if (tex.length > MAX_CHARACTERS) return null;
  try {
    const html = katex.renderToString(tex, {
      displayMode: isDisplay,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
      throwOnError: true,
    });
    return html.split('<', MAX_ELEMENTS * 2 + 2).length > MAX_ELEMENTS * 2 ? null : html;
  } catch {
    return null;
  }
}
