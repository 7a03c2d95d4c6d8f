import { isSvg, previewOf } from '#lib/download/preview-format.ts';
import type { FileVersion } from '#packages/client/download/download-ports.ts';
import type { ComparedFormat } from './comparison.ts';

/** Two versions of a file. */
export interface ComparedVersions {
  former: number;
  later: number;
}

/** Of the URL: `1-3`. Its numbers may not exist. */
export function parseCompared(text: string | null): ComparedVersions | null {
  const [, former, later] = /^([1-9]\d{0,8})-([1-9]\d{0,8})$/.exec(text ?? '') ?? [];
  return former && later && former !== later ? { former: Number(former), later: Number(later) } : null;
}

export type ComparisonPlan =
  /** `maxBytes`: larger versions are not fetched. */
  { kind: 'content'; format: ComparedFormat; maxBytes: number } | { kind: 'facts' };

const MB = 1_000_000;
const MAX_BYTES: Readonly<Record<ComparedFormat, number>> = {
  text: 20 * MB,
  table: 200 * MB,
  json: 20 * MB,
  notebook: 8 * MB,
  pdf: 50 * MB,
  image: 50 * MB,
};

/** How two versions are compared. Versions of different formats are compared as text if both are text. */
export function planComparison(name: string, former: FileVersion, later: FileVersion): ComparisonPlan {
  const formats = [former, later].map(({ contentType }) => comparedFormat(name, contentType));
  const [one, other] = formats;
  if (!one || !other) return { kind: 'facts' };
  const isBinary = [one, other].some((format) => format === 'pdf' || format === 'image');
  if (one !== other && isBinary) return { kind: 'facts' };
  const format = one === other ? one : 'text';
  return { kind: 'content', format, maxBytes: MAX_BYTES[format] };
}

function comparedFormat(name: string, contentType: string): ComparedFormat | null {
  const { format } = previewOf(name, contentType);
  switch (format) {
    case 'table':
    case 'json':
    case 'notebook':
    case 'pdf':
      return format;
    case 'image':
      return isSvg(contentType) ? 'text' : format;
    case 'cif':
    case 'genbank':
    case 'markdown':
    case 'molfile':
    case 'pdb':
    case 'sdf':
    case 'sequences':
    case 'smiles':
    case 'text':
      return 'text';
    default:
      return null;
  }
}
