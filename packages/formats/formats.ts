import type { Anchor } from '@labroom/protocol/comment';
import type { ComparedFormat } from './compare/comparison.ts';
import { type FileKind, fileKindOf } from './file-kind.ts';
import { programByExtension } from './programs.ts';
import type { TextFormat } from './searchable/read-text.ts';

/** What is known of a format without reading a file of it. */
interface Format<Id extends string> {
  id: Id;
  accepts: {
    /** Decide alone: content types of them are missing or wrong in browsers, e.g. `.gb` is reported as a game ROM. */
    extensions?: string;
    /** Decide where the extension does not. */
    types?: RegExp;
    /** The format of every other file of this kind. */
    kind?: FileKind;
  };
  /** A larger file is not fetched for its preview. */
  maxBytes: number;
  /** Programs that open a file, to complete "open it with …". */
  opensWith: string;
  /** How the content of two versions is compared, and the largest ones that are. Absent: by hash and facts only. */
  compare?: { as: ComparedFormat; maxBytes: number };
  /** How the text of a file is read for search. Absent: it has none. */
  text?: TextFormat;
  /** Parts that a discussion can be about. */
  parts?: Anchor['kind'];
}

const MB = 1_000_000;

const asText = { as: 'text', maxBytes: 20 * MB } as const;

/** Every format with a preview. Its reader is in `worker/readers.ts`, what shows it in `components/preview/`. */
const known = [
  {
    id: 'audio',
    accepts: { kind: 'audio' },
    maxBytes: 500 * MB,
    opensWith: 'an audio player such as VLC',
  },
  {
    id: 'cif',
    accepts: { extensions: 'cif mcif mmcif' },
    maxBytes: 50 * MB,
    opensWith: 'PyMOL, ChimeraX or Mercury',
    compare: asText,
  },
  {
    id: 'dicom',
    accepts: { extensions: 'dcm dicom' },
    maxBytes: 500 * MB,
    opensWith: '3D Slicer or Horos',
  },
  {
    id: 'docx',
    accepts: { extensions: 'docx' },
    maxBytes: 50 * MB,
    opensWith: 'Word or LibreOffice Writer',
    text: 'docx',
  },
  {
    id: 'fcs',
    accepts: { extensions: 'fcs lmd' },
    maxBytes: 500 * MB,
    opensWith: 'FlowJo or R with flowCore',
  },
  {
    id: 'genbank',
    accepts: { extensions: 'gb gbk genbank gbff ape' },
    maxBytes: 20 * MB,
    opensWith: 'SnapGene Viewer, Benchling or Biopython',
    compare: asText,
    parts: 'LINES',
  },
  {
    id: 'gzip',
    accepts: { extensions: 'gz' },
    maxBytes: 100 * MB,
    opensWith: '7-Zip or gzip',
  },
  {
    id: 'hdf5',
    accepts: { extensions: 'cxi fast5 h5 h5ad hdf hdf5 he5 ims loom mat mnc nc nc4 nwb nxs' },
    maxBytes: 200 * MB,
    opensWith: 'HDFView or Python with h5py',
  },
  {
    id: 'image',
    // Images that every current browser shows.
    accepts: { types: /^image\/(png|apng|jpe?g|gif|webp|avif|bmp|svg\+xml|(vnd\.microsoft\.|x-)icon)\b/ },
    maxBytes: 100 * MB,
    opensWith: 'an image editor such as Fiji or GIMP',
    compare: { as: 'image', maxBytes: 50 * MB },
  },
  {
    id: 'json',
    accepts: { kind: 'json' },
    maxBytes: 100 * MB,
    opensWith: 'a code editor or jq',
    compare: { as: 'json', maxBytes: 20 * MB },
    parts: 'LINES',
  },
  {
    id: 'markdown',
    accepts: { kind: 'markdown' },
    maxBytes: 100 * MB,
    opensWith: 'a text editor',
    compare: asText,
    text: 'plain',
    parts: 'LINES',
  },
  {
    id: 'molfile',
    accepts: { extensions: 'mol' },
    maxBytes: 1 * MB,
    opensWith: 'Avogadro or RDKit',
    compare: asText,
  },
  {
    id: 'nifti',
    accepts: { extensions: 'nii nii.gz' },
    maxBytes: 200 * MB,
    opensWith: 'ITK-SNAP or FSLeyes',
  },
  {
    id: 'notebook',
    accepts: { extensions: 'ipynb', kind: 'notebook' },
    maxBytes: 8 * MB,
    opensWith: 'JupyterLab',
    compare: { as: 'notebook', maxBytes: 8 * MB },
    text: 'notebook',
  },
  {
    id: 'npy',
    accepts: { extensions: 'npy npz' },
    maxBytes: 200 * MB,
    opensWith: 'Python with NumPy',
  },
  {
    id: 'odf',
    accepts: { extensions: 'odt ods odp' },
    maxBytes: 50 * MB,
    opensWith: 'LibreOffice',
    text: 'odf',
  },
  {
    id: 'parquet',
    accepts: { extensions: 'parquet' },
    maxBytes: 500 * MB,
    opensWith: 'DuckDB or Python with pandas',
  },
  {
    id: 'pdb',
    accepts: { extensions: 'pdb ent' },
    maxBytes: 50 * MB,
    opensWith: 'PyMOL or ChimeraX',
    compare: asText,
  },
  {
    id: 'pdf',
    accepts: { kind: 'pdf' },
    maxBytes: 200 * MB,
    opensWith: 'a PDF reader',
    compare: { as: 'pdf', maxBytes: 50 * MB },
    text: 'pdf',
    parts: 'PAGES',
  },
  {
    id: 'pptx',
    accepts: { extensions: 'pptx' },
    maxBytes: 200 * MB,
    opensWith: 'PowerPoint or LibreOffice Impress',
    text: 'pptx',
  },
  {
    id: 'sdf',
    accepts: { extensions: 'sd sdf' },
    maxBytes: 50 * MB,
    opensWith: 'DataWarrior or RDKit',
    compare: asText,
  },
  {
    id: 'sequences',
    accepts: {
      extensions: 'fa fasta fas fna ffn faa frn fastq fq',
      types: /^text\/x-fast[aq]\b/,
    },
    maxBytes: 200 * MB,
    opensWith: 'SeqKit, Biopython or Geneious',
    compare: asText,
    parts: 'LINES',
  },
  {
    id: 'smiles',
    accepts: { extensions: 'smi smiles' },
    maxBytes: 50 * MB,
    opensWith: 'DataWarrior or RDKit',
    compare: asText,
  },
  {
    id: 'table',
    accepts: { extensions: 'csv tsv tab', kind: 'table' },
    maxBytes: 200 * MB,
    opensWith: 'a spreadsheet program, R or pandas',
    compare: { as: 'table', maxBytes: 200 * MB },
    text: 'table',
    parts: 'CELLS',
  },
  {
    id: 'tar',
    accepts: { extensions: 'tar tar.gz tgz', types: /^application\/x-tar *(;|$)/ },
    maxBytes: 500 * MB,
    opensWith: '7-Zip or tar',
  },
  {
    id: 'text',
    accepts: {
      extensions: 'bed cwl gff gff3 gtf jl log mol2 nf nwk sam sh smk sql vcf wdl',
      kind: 'text',
    },
    maxBytes: 100 * MB,
    opensWith: 'a text editor',
    compare: asText,
    text: 'plain',
    parts: 'LINES',
  },
  {
    id: 'tiff',
    accepts: { extensions: 'tif tiff', types: /^image\/tiff\b/ },
    maxBytes: 200 * MB,
    opensWith: 'Fiji, ImageJ or napari',
  },
  {
    id: 'video',
    accepts: { kind: 'video' },
    maxBytes: 500 * MB,
    opensWith: 'a video player such as VLC',
  },
  {
    id: 'xlsx',
    accepts: { extensions: 'xlsx xlsm' },
    maxBytes: 50 * MB,
    opensWith: 'Excel or LibreOffice Calc',
    text: 'xlsx',
  },
  {
    id: 'zip',
    accepts: { extensions: 'zip', types: /^application\/zip *(;|$)/ },
    maxBytes: 500 * MB,
    opensWith: 'your operating system or 7-Zip',
  },
] as const satisfies readonly Format<string>[];

export type FormatId = (typeof known)[number]['id'];

/** Every format with a preview, in the order of their ids. */
export const formats: readonly Format<FormatId>[] = known;

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
const perhapsText = { ...formatWith('text'), maxBytes: 20 * MB };

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
}

/** How to show a file, decided before it is fetched. */
export function previewOf(name: string, contentType: string): PreviewPlan {
  const format = formatOf(name, contentType);
  const program = programByExtension.get(extensionOf(name));
  if (format) return { format: format.id, maxBytes: format.maxBytes, opensWith: program ?? format.opensWith };
  return { format: null, maxBytes: 0, opensWith: program ?? 'the program that made it' };
}
