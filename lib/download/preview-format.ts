import { fileKindOf } from './file-kind.ts';

/** How the content of a file is shown. `null`: the file has no preview. */
export type PreviewFormat =
  | 'audio'
  | 'docx'
  | 'fcs'
  | 'genbank'
  | 'image'
  | 'json'
  | 'markdown'
  | 'notebook'
  | 'parquet'
  | 'pdf'
  | 'sequences'
  | 'table'
  | 'text'
  | 'video'
  | 'zip';

export interface PreviewPlan {
  format: PreviewFormat | null;
  /** A larger file is not fetched for its preview. */
  maxBytes: number;
  /** Programs that open the file, to complete "open it with …". */
  opensWith: string;
}

const MB = 1_000_000;

const FORMATS: Readonly<Record<PreviewFormat, { maxBytes: number; opensWith: string }>> = {
  audio: { maxBytes: 500 * MB, opensWith: 'an audio player such as VLC' },
  docx: { maxBytes: 50 * MB, opensWith: 'Word or LibreOffice Writer' },
  fcs: { maxBytes: 500 * MB, opensWith: 'FlowJo or R with flowCore' },
  genbank: { maxBytes: 20 * MB, opensWith: 'SnapGene Viewer, Benchling or Biopython' },
  image: { maxBytes: 100 * MB, opensWith: 'an image editor such as Fiji or GIMP' },
  json: { maxBytes: 100 * MB, opensWith: 'a code editor or jq' },
  markdown: { maxBytes: 100 * MB, opensWith: 'a text editor' },
  notebook: { maxBytes: 8 * MB, opensWith: 'JupyterLab' },
  parquet: { maxBytes: 500 * MB, opensWith: 'DuckDB or Python with pandas' },
  pdf: { maxBytes: 200 * MB, opensWith: 'a PDF reader' },
  sequences: { maxBytes: 200 * MB, opensWith: 'SeqKit, Biopython or Geneious' },
  table: { maxBytes: 200 * MB, opensWith: 'a spreadsheet program, R or pandas' },
  text: { maxBytes: 100 * MB, opensWith: 'a text editor' },
  video: { maxBytes: 500 * MB, opensWith: 'a video player such as VLC' },
  zip: { maxBytes: 500 * MB, opensWith: 'your operating system or 7-Zip' },
};

/** Content types of these extensions are missing or wrong in browsers, e.g. `.gb` is reported as a game ROM. */
const BY_EXTENSION: Readonly<Record<string, PreviewFormat>> = {
  ...extensions('docx', 'docx'),
  ...extensions('fcs', 'fcs'),
  ...extensions('genbank', 'gb gbk genbank gbff ape'),
  ...extensions('notebook', 'ipynb'),
  ...extensions('parquet', 'parquet'),
  ...extensions('sequences', 'fa fasta fas fna ffn faa frn fastq fq'),
  ...extensions('table', 'csv tsv tab'),
  ...extensions('text', 'bed cif cwl gff gff3 gtf jl log mol mol2 nf nwk pdb sam sdf sh smk sql vcf wdl'),
  ...extensions('zip', 'zip'),
};

const PROGRAMS: Readonly<Record<string, string>> = {
  ...extensions('SnapGene Viewer or FinchTV', 'ab1 scf'),
  ...extensions('IGV or samtools', 'bam bai cram'),
  ...extensions('Fiji with Bio-Formats, or napari', 'czi lif nd2 oib oif lsm vsi'),
  ...extensions('3D Slicer or Horos', 'dcm'),
  ...extensions('Word or LibreOffice Writer', 'doc odt rtf'),
  ...extensions('SnapGene Viewer', 'dna'),
  ...extensions('HDFView or Python with h5py', 'h5 hdf5 h5ad'),
  ...extensions('MZmine or OpenMS', 'mzml mzxml'),
  ...extensions('ITK-SNAP or FSLeyes', 'nii'),
  ...extensions('Python with NumPy', 'npy npz'),
  ...extensions('DuckDB or Python with pandas', 'feather arrow'),
  ...extensions('PowerPoint or LibreOffice Impress', 'ppt pptx odp'),
  ...extensions('R', 'rds rdata rda'),
  ...extensions('Fiji, ImageJ or napari', 'tif tiff'),
  ...extensions('Excel or LibreOffice Calc', 'xls xlsx ods'),
  ...extensions('7-Zip or tar', '7z bz2 gz rar tar tgz xz zst'),
};

function extensions<Value extends string>(value: Value, names: string): Record<string, Value> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

/** Images that every current browser shows. */
const SHOWN_IMAGES = /^image\/(png|apng|jpe?g|gif|webp|avif|bmp|svg\+xml|(vnd\.microsoft\.|x-)icon)\b/;

function formatOf(extension: string, contentType: string): PreviewFormat | null {
  if (Object.hasOwn(BY_EXTENSION, extension)) return BY_EXTENSION[extension] ?? null;
  const type = contentType.trim().toLowerCase();
  if (/^text\/x-fast[aq]\b/.test(type)) return 'sequences';
  const kind = fileKindOf(contentType);
  if (kind === 'image') return SHOWN_IMAGES.test(type) ? kind : null;
  if (kind === 'archive') return type.startsWith('application/zip') ? 'zip' : null;
  return kind === 'other' ? null : kind;
}

/** How to show a file, decided before it is fetched. A known extension wins over the content type. */
export function previewOf(name: string, contentType: string): PreviewPlan {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const format = formatOf(extension, contentType);
  if (format) return { format, ...FORMATS[format] };
  const program = Object.hasOwn(PROGRAMS, extension) ? PROGRAMS[extension] : undefined;
  return { format, maxBytes: 0, opensWith: program ?? 'the program that made it' };
}
