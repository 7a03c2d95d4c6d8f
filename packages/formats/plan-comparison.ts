import type { ComparedFormat } from './compare/comparison.ts';
import { formatOf, isSvg, nameInGzip } from './formats.ts';

export type ComparisonPlan =
  /** `maxBytes`: larger versions are not fetched. */
  { kind: 'content'; format: ComparedFormat; maxBytes: number } | { kind: 'facts' };

/** A version of a file. */
interface Version {
  contentType: string;
}

const MB = 1_000_000;
/** Also of versions that are tables, JSON or notebooks, where the other one is another text. */
const asText = { as: 'text', maxBytes: 20 * MB } as const;

/** How two versions are compared. Versions of different formats are compared as text if both are text. */
export function planComparison(name: string, former: Version, later: Version): ComparisonPlan {
  const [one, other] = [former, later].map(({ contentType }) => comparedAs(name, contentType));
  if (!one || !other) return { kind: 'facts' };
  const isBinary = [one, other].some(({ as }) => as === 'pdf' || as === 'image');
  if (one.as !== other.as && isBinary) return { kind: 'facts' };
  const { as, maxBytes } = one.as === other.as ? one : asText;
  return { kind: 'content', format: as, maxBytes };
}

function comparedAs(name: string, contentType: string) {
  const format = formatOf(name, contentType);
  if (format?.id === 'gzip') return comparedInGzip(name);
  return format?.id === 'image' && isSvg(contentType) ? asText : format?.compare;
}

/** Texts are compared unpacked. */
function comparedInGzip(name: string) {
  const inner = formatOf(nameInGzip(name), '')?.compare;
  return inner?.as === 'pdf' || inner?.as === 'image' ? undefined : inner;
}
