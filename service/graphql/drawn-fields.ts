import type { DataRoomFileDrawnArgs } from '#contract/schema.generated.ts';
import type { FileWithVersion } from '#core/context/request-loaders.ts';
import type { AskedText, DrawnText } from '#core/ports/drawn-texts.ts';
import { readMarkdown } from '../operations/files/markdown-file.ts';
import { startLength } from '../operations/markdown/drawn-texts.ts';
import type { ResolverContext } from './loaders.ts';

/** Characters of a text that is shown as it was written. */
const longestText = 20_000;

/** What `DrawnMarkdown` is resolved from. */
export interface ShownText extends DrawnText {
  text: string | null;
}

/** A text with its tree, or as it was written. */
export async function drawn(
  { loaders }: Pick<ResolverContext, 'loaders'>,
  text: string,
  oclId: string,
  size: AskedText['size'] = 'WHOLE',
): Promise<ShownText> {
  return shown(text, await loaders.drawnTexts.load({ text, rules: 'text', size, oclId }));
}

/** The tree of a text that a list shows, `null` if only its excerpt is shown. */
export async function drawnStart(context: Pick<ResolverContext, 'loaders'>, text: string, oclId: string) {
  return text.length > startLength ? null : drawn(context, text, oclId, 'START');
}

/** The tree of a description, `null` without one. */
export async function descriptionDrawn(
  { oclId, description }: { oclId: string; description: string | null },
  _: unknown,
  context: ResolverContext,
) {
  return description ? drawn(context, description, oclId) : null;
}

/** The tree of a public Markdown file. */
export async function fileDrawn(
  { id, did, newest }: FileWithVersion,
  { version }: DataRoomFileDrawnArgs,
  context: ResolverContext,
): Promise<ShownText | null> {
  if (!context.loaders.mayDrawFile()) return null;
  const wanted =
    (version ?? newest.version) === newest.version
      ? newest
      : (await context.loaders.versions.load(id)).find((other) => other.version === version);
  const file = wanted && (await readMarkdown(context, wanted, did));
  return file ? shown(file.text, file.drawn) : null;
}

function shown(text: string, { tree, isShortened }: DrawnText): ShownText {
  if (tree !== null) return { tree, isShortened, text: null };
  return { tree, text: text.slice(0, longestText).toWellFormed(), isShortened: text.length > longestText };
}
