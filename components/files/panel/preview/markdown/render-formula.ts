import 'katex/dist/katex.min.css';
import katex from 'katex';

/** Draws a formula into an element. It can neither link nor fetch, and macros expand a bounded number of times. */
export function renderFormula(tex: string, element: HTMLElement, isDisplay: boolean): void {
  katex.render(tex, element, {
    displayMode: isDisplay,
    trust: false,
    strict: 'ignore',
    maxExpand: 200,
    maxSize: 20,
    throwOnError: true,
  });
}
