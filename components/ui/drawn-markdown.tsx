import type { DrawnMarkdownFieldsFragment } from '@labroom/client/documents';
import { checkTree } from '@labroom/markdown/check-tree';
import type { MarkdownTree } from '@labroom/markdown/markdown-node';
import { nodesOf, shortenTree } from '@labroom/markdown/shorten-tree';
import { cache, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { withoutKernedRuns } from './long-runs.ts';
import { MarkdownImage, MarkdownLink } from './markdown-link.tsx';
import { TextBoundary } from './text-boundary.tsx';

/** Nodes that one page draws, of all its texts. Drawing them takes the server about as long as the rest of a page. */
const nodesOfPage = 4_000;

/** What the texts of this page may still draw. In a browser, where `cache` keeps nothing, each text counts alone. */
const pageBudget = cache(() => ({ left: nodesOfPage }));

const components: Components = {
  a: MarkdownLink,
  img: MarkdownImage,
};

interface DrawnMarkdownProps {
  drawn: DrawnMarkdownFieldsFragment;
  /** Stands below a text of which not everything is shown. */
  more?: ReactNode;
}

/** Markdown of others that the service has parsed. What it could not parse in time is shown as it was written. */
export function DrawnMarkdown({ drawn: { tree, isShortened, text }, more }: DrawnMarkdownProps) {
  const shown = treeOf(tree);
  const body = shown && drawTree(shown.tree);
  const isWhole = body ? !isShortened && !shown.isShortened : !isShortened && text !== null;
  return (
    <TextBoundary>
      {body ? <div className="prose-lab max-w-prose">{body}</div> : <PlainText>{text ?? ''}</PlainText>}
      {!isWhole && (more ?? <p className="text-sm text-ink2">The rest of this text is not shown here.</p>)}
    </TextBoundary>
  );
}

/** A text as its author wrote it, because it was too much to draw. */
export function PlainText({ children }: { children: string }) {
  return (
    <>
      <p className="max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere]">{children}</p>
      <p className="text-sm text-ink2">Shown as plain text, because its formatting takes too long.</p>
    </>
  );
}

/** Draws a checked tree. `null` if that fails: no text of others makes a page fail. */
export function drawTree(tree: MarkdownTree, drawnBy = components): ReactNode {
  // React Markdown changes what it draws.
  const given = () => () => structuredClone(withoutKernedRuns(tree)) as never;
  try {
    // Called, not rendered, so that what it throws is caught here.
    return ReactMarkdown({ children: '', rehypePlugins: [given], components: drawnBy });
  } catch {
    return null;
  }
}

/** The tree of an answer, within what this page may draw. */
function treeOf(json: string | null) {
  if (json === null) return null;
  const tree = checkTree(parse(json));
  if (!tree) return null;
  const budget = pageBudget();
  const shown = shortenTree(tree, budget.left);
  if (shown) budget.left -= nodesOf(shown.tree);
  return shown;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
