import { markdownTree } from '@labroom/markdown/markdown-tree';
import { brokenBound } from '@labroom/markdown/text-bounds';
import { drawTree, PlainText } from '../ui/drawn-markdown.tsx';

/** Characters of the longest agreement that the service makes. */
const longest = 20_000;

/**
 * The text of an agreement. The service writes it, with a few short words of a lab in it, so it is parsed where it is drawn;
 * any other text is shown as it was written.
 */
export function AgreementText({ children: text }: { children: string }) {
  const isUsual = text.length <= longest && !brokenBound(text);
  const { tree } = isUsual ? markdownTree(text, 'text') : { tree: null };
  const body = tree && drawTree(tree);
  return body ? <div className="prose-lab max-w-prose">{body}</div> : <PlainText>{text}</PlainText>;
}
