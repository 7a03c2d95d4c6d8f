// First, because the parser is loaded with it.
import './entities-of-worker.ts';

import { markdownTree } from '@labroom/markdown/markdown-tree';
import type { FromMarkdownWorker, MarkdownAnswers, MarkdownRequest } from './messages.ts';

// Nothing else takes the worker for a page.
Reflect.deleteProperty(globalThis, 'document');

const answer = (message: FromMarkdownWorker) => self.postMessage(message);

async function answerOf(request: MarkdownRequest): Promise<MarkdownAnswers[keyof MarkdownAnswers]> {
  if (request.kind === 'tree') return markdownTree(request.text, request.rules);
  const { formulaHtml } = await import('./formula-html.ts');
  return { html: formulaHtml(request.text, request.isDisplay) };
}

self.onmessage = async ({ data }: MessageEvent<MarkdownRequest>) => {
  answer({ kind: 'answer', answer: await answerOf(data) });
};

/** Duration of the text below on a quiet machine, in milliseconds. */
const REFERENCE_MS = 1.5;
const MAX_SLOWNESS = 8;
const TEXT =
  '# a\n\n- *b* `c` [d](e)\n- ~~f~~\n\n|g|\n|-|\n|h|\n\n> $i$[^1]\n\n```\nj\n```\n\n[^1]: k\n\n'.repeat(8);

// The first text of a worker takes several times as long as the next: the limit of time counts from here.
const times = Array.from({ length: 6 }, () => {
  const begun = performance.now();
  markdownTree(TEXT, 'file');
  return performance.now() - begun;
});
const slowness = Math.min(MAX_SLOWNESS, Math.max(1, Math.min(...times) / REFERENCE_MS));
answer({ kind: 'ready', slowness });
