import { fileKindOf } from './file-kind.ts';
import type { Format } from './format.ts';
import { knownFormats } from './known-formats.ts';
import { aboutExtension, programByExtension } from './programs.ts';

export type FormatId = (typeof knownFormats)[number]['id'];

/** Every format with a preview, in the order of their ids. */
export const formats: readonly Format<FormatId>[] = knownFormats;

function formatWith(id: FormatId): Format<FormatId> {
  const format = formats.find((one) => one.id === id);
  if (!format) throw new Error(`No format has the id ${id}`);
  return format;
}

const byExtension = new Map(
  formats.flatMap((format) =>
    (format.accepts.extensions?.split(' ') ?? []).map((extension) => [extension, format] as const),
  ),
);

/** Whether a browser draws a file of this type as an SVG. It can multiply when it is drawn, so it is never shown as an image of the page. */
export const isSvg = (contentType: string): boolean => /^\s*image\/svg/i.test(contentType);

/** A file of which neither name nor type is known: its bytes decide whether it is a text. */
const perhapsText = { ...formatWith('text'), maxBytes: 20_000_000, opensWith: 'the program that made it' };

/**
 * The format of a file; `undefined` if it has no preview. A known extension wins over the content type. What neither of them tells is a
 * text, unless its bytes are none.
 */
export function formatOf(name: string, contentType: string): Format<FormatId> | undefined {
  const extension = extensionOf(name);
  const known = byExtension.get(extension);
  if (known) return known;
  const type = contentType.trim().toLowerCase();
  const kind = fileKindOf(contentType);
  const byType =
    formats.find(({ accepts }) => accepts.types?.test(type)) ??
    formats.find(({ accepts }) => accepts.kind === kind);
  return byType ?? (kind === 'other' && !programByExtension.has(extension) ? perhapsText : undefined);
}

/** The name of what a gzip file contains: `reads.fastq` of `reads.fastq.gz`. */
export const nameInGzip = (name: string): string => name.replace(/\.gz$/i, '');

/** What follows the last point; two parts where both of them together tell the format. */
function extensionOf(name: string): string {
  const lower = name.toLowerCase();
  const last = lower.lastIndexOf('.');
  const both = lower.slice(lower.lastIndexOf('.', last - 1) + 1);
  return byExtension.has(both) || programByExtension.has(both) ? both : lower.slice(last + 1);
}

interface PreviewPlan {
  /** How the content of a file is shown. `null`: the file has no preview. */
  format: FormatId | null;
  /** A larger file is not fetched for its preview. */
  maxBytes: number;
  /** Programs that open the file, to complete "open it with …". */
  opensWith: string;
  /** What to know of a file without a preview. */
  about?: string;
}

/** How to show a file, decided before it is fetched. */
export function previewOf(name: string, contentType: string): PreviewPlan {
  const format = formatOf(name, contentType);
  const program = programByExtension.get(extensionOf(name));
  if (format) return { format: format.id, maxBytes: format.maxBytes, opensWith: program ?? format.opensWith };
  const about = aboutExtension.get(extensionOf(name));
  return {
    format: null,
    maxBytes: 0,
    opensWith: program ?? 'the program that made it',
    ...(about && { about }),
  };
}
