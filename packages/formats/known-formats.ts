import type { Anchor } from '@labroom/protocol/comment';
import type { ComparedFormat } from './compare/comparison.ts';
import type { FileKind } from './file-kind.ts';
import type { TextFormat } from './searchable/read-text.ts';

/** What is known of a format without reading a file of it. */
export interface Format<Id extends string> {
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
export const knownFormats = [
  {
    id: 'arrow',
    accepts: { extensions: 'arrow arrows feather ipc' },
    maxBytes: 500 * MB,
    opensWith: 'Python with pandas or polars, or R with arrow',
  },
  {
    id: 'audio',
    accepts: { kind: 'audio' },
    maxBytes: 500 * MB,
    opensWith: 'an audio player such as VLC',
  },
  {
    id: 'bam',
    accepts: { extensions: 'bam' },
    maxBytes: 200 * MB,
    opensWith: 'IGV or samtools',
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
    accepts: { extensions: 'dcm dicom ima' },
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
    id: 'fits',
    accepts: { extensions: 'fit fits fts' },
    maxBytes: 200 * MB,
    opensWith: 'SAOImage DS9 or Python with Astropy',
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
    accepts: { extensions: 'cdf cxi fast5 h5 h5ad hdf hdf5 he5 ims loom mat mnc nc nc4 nwb nxs' },
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
    id: 'mesh',
    accepts: { extensions: 'stl obj ply' },
    maxBytes: 200 * MB,
    opensWith: 'MeshLab or Blender',
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
    id: 'r',
    accepts: { extensions: 'rda rdata rds' },
    maxBytes: 100 * MB,
    opensWith: 'R',
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
    id: 'spectrum',
    accepts: { extensions: 'jdx dx jcamp jcm' },
    maxBytes: 50 * MB,
    opensWith: 'NMRium, or R with readJDX',
    compare: asText,
    text: 'plain',
    parts: 'LINES',
  },
  {
    id: 'sqlite',
    accepts: { extensions: 'db db3 gpkg mbtiles sqlite sqlite3 sqlt' },
    maxBytes: 200 * MB,
    opensWith: 'SQLite or DB Browser for SQLite',
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
    id: 'xls',
    accepts: { extensions: 'xls xlt' },
    maxBytes: 50 * MB,
    opensWith: 'Excel or LibreOffice Calc',
    text: 'xls',
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
