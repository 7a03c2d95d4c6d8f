import { fileKindOf } from './file-kind.ts';

/** How the content of a file is shown. `null`: the file has no preview. */
export type PreviewFormat =
  | 'audio'
  | 'cif'
  | 'dicom'
  | 'docx'
  | 'fcs'
  | 'genbank'
  | 'hdf5'
  | 'image'
  | 'json'
  | 'markdown'
  | 'molfile'
  | 'nifti'
  | 'notebook'
  | 'parquet'
  | 'pdb'
  | 'pdf'
  | 'sdf'
  | 'sequences'
  | 'smiles'
  | 'table'
  | 'text'
  | 'tiff'
  | 'video'
  | 'xlsx'
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
  cif: { maxBytes: 50 * MB, opensWith: 'PyMOL, ChimeraX or Mercury' },
  dicom: { maxBytes: 500 * MB, opensWith: '3D Slicer or Horos' },
  docx: { maxBytes: 50 * MB, opensWith: 'Word or LibreOffice Writer' },
  fcs: { maxBytes: 500 * MB, opensWith: 'FlowJo or R with flowCore' },
  genbank: { maxBytes: 20 * MB, opensWith: 'SnapGene Viewer, Benchling or Biopython' },
  hdf5: { maxBytes: 200 * MB, opensWith: 'HDFView or Python with h5py' },
  image: { maxBytes: 100 * MB, opensWith: 'an image editor such as Fiji or GIMP' },
  json: { maxBytes: 100 * MB, opensWith: 'a code editor or jq' },
  markdown: { maxBytes: 100 * MB, opensWith: 'a text editor' },
  molfile: { maxBytes: 1 * MB, opensWith: 'Avogadro or RDKit' },
  nifti: { maxBytes: 200 * MB, opensWith: 'ITK-SNAP or FSLeyes' },
  notebook: { maxBytes: 8 * MB, opensWith: 'JupyterLab' },
  parquet: { maxBytes: 500 * MB, opensWith: 'DuckDB or Python with pandas' },
  pdb: { maxBytes: 50 * MB, opensWith: 'PyMOL or ChimeraX' },
  pdf: { maxBytes: 200 * MB, opensWith: 'a PDF reader' },
  sdf: { maxBytes: 50 * MB, opensWith: 'DataWarrior or RDKit' },
  sequences: { maxBytes: 200 * MB, opensWith: 'SeqKit, Biopython or Geneious' },
  smiles: { maxBytes: 50 * MB, opensWith: 'DataWarrior or RDKit' },
  table: { maxBytes: 200 * MB, opensWith: 'a spreadsheet program, R or pandas' },
  text: { maxBytes: 100 * MB, opensWith: 'a text editor' },
  tiff: { maxBytes: 200 * MB, opensWith: 'Fiji, ImageJ or napari' },
  video: { maxBytes: 500 * MB, opensWith: 'a video player such as VLC' },
  xlsx: { maxBytes: 50 * MB, opensWith: 'Excel or LibreOffice Calc' },
  zip: { maxBytes: 500 * MB, opensWith: 'your operating system or 7-Zip' },
};

/** Content types of these extensions are missing or wrong in browsers, e.g. `.gb` is reported as a game ROM. */
const BY_EXTENSION: Readonly<Record<string, PreviewFormat>> = {
  ...extensions('cif', 'cif mcif mmcif'),
  ...extensions('dicom', 'dcm dicom'),
  ...extensions('docx', 'docx'),
  ...extensions('fcs', 'fcs'),
  ...extensions('genbank', 'gb gbk genbank gbff ape'),
  ...extensions('hdf5', 'h5 hdf5 h5ad loom nwb'),
  ...extensions('molfile', 'mol'),
  ...extensions('nifti', 'nii nii.gz'),
  ...extensions('notebook', 'ipynb'),
  ...extensions('parquet', 'parquet'),
  ...extensions('pdb', 'pdb ent'),
  ...extensions('sdf', 'sd sdf'),
  ...extensions('sequences', 'fa fasta fas fna ffn faa frn fastq fq'),
  ...extensions('smiles', 'smi smiles'),
  ...extensions('table', 'csv tsv tab'),
  ...extensions('text', 'bed cwl gff gff3 gtf jl log mol2 nf nwk sam sh smk sql vcf wdl'),
  ...extensions('tiff', 'tif tiff'),
  ...extensions('xlsx', 'xlsx xlsm'),
  ...extensions('zip', 'zip'),
};

const PROGRAMS: Readonly<Record<string, string>> = {
  ...extensions('SnapGene Viewer or FinchTV', 'ab1 scf'),
  ...extensions('IGV or samtools', 'bam bai cram'),
  ...extensions('Fiji with Bio-Formats, or napari', 'czi lif nd2 oib oif lsm vsi'),
  ...extensions('Word or LibreOffice Writer', 'doc odt rtf'),
  ...extensions('SnapGene Viewer', 'dna'),
  ...extensions('MZmine or OpenMS', 'mzml mzxml'),
  ...extensions('Python with NumPy', 'npy npz'),
  ...extensions('DuckDB or Python with pandas', 'feather arrow'),
  ...extensions('PowerPoint or LibreOffice Impress', 'ppt pptx odp'),
  ...extensions('R', 'rds rdata rda'),
  ...extensions('Excel or LibreOffice Calc', 'xls xlsb ods'),
  ...extensions('7-Zip or tar', '7z bz2 gz rar tar tgz xz zst'),
};

function extensions<Value extends string>(value: Value, names: string): Record<string, Value> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

/** Whether a browser draws a file of this type as an SVG. It can multiply when it is drawn, so it is never shown as an image of the page. */
export const isSvg = (contentType: string): boolean => /^\s*image\/svg/i.test(contentType);

/** Images that every current browser shows. */
const SHOWN_IMAGES = /^image\/(png|apng|jpe?g|gif|webp|avif|bmp|svg\+xml|(vnd\.microsoft\.|x-)icon)\b/;

function formatOf(extension: string, contentType: string): PreviewFormat | null {
  if (Object.hasOwn(BY_EXTENSION, extension)) return BY_EXTENSION[extension] ?? null;
  const type = contentType.trim().toLowerCase();
  if (/^text\/x-fast[aq]\b/.test(type)) return 'sequences';
  if (/^image\/tiff\b/.test(type)) return 'tiff';
  const kind = fileKindOf(contentType);
  if (kind === 'image') return SHOWN_IMAGES.test(type) ? kind : null;
  if (kind === 'archive') return type.startsWith('application/zip') ? 'zip' : null;
  return kind === 'other' ? null : kind;
}

/** What follows the last point; two parts where the first of them tells the format of a compressed file. */
function extensionOf(name: string): string {
  const last = name.lastIndexOf('.');
  const both = name.slice(name.lastIndexOf('.', last - 1) + 1);
  return Object.hasOwn(BY_EXTENSION, both) ? both : name.slice(last + 1);
}

/** How to show a file, decided before it is fetched. A known extension wins over the content type. */
export function previewOf(name: string, contentType: string): PreviewPlan {
  const extension = extensionOf(name.toLowerCase());
  const format = formatOf(extension, contentType);
  if (format) return { format, ...FORMATS[format] };
  const program = Object.hasOwn(PROGRAMS, extension) ? PROGRAMS[extension] : undefined;
  return { format, maxBytes: 0, opensWith: program ?? 'the program that made it' };
}

/** Extensions that decide how a file is shown, or which program opens it. */
export const knownExtensions = Object.keys({ ...BY_EXTENSION, ...PROGRAMS });
