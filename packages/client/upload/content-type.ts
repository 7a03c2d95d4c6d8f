/** File extensions by MIME type. Browsers leave most of these types empty, or take them from other programs. */
const extensionsByType: Readonly<Record<string, string>> = {
  // Text, code and notebooks.
  'text/plain': 'txt log',
  'text/markdown': 'md markdown',
  'text/html': 'html htm',
  'application/x-ipynb+json': 'ipynb',
  'text/x-python': 'py',
  'text/x-r': 'r',
  'text/x-r-markdown': 'rmd',
  'text/x-quarto': 'qmd',
  'text/x-julia': 'jl',
  'text/x-shellscript': 'sh',
  'text/x-sql': 'sql',
  'application/x-tex': 'tex',
  'application/x-bibtex': 'bib',
  // Structured data.
  'application/json': 'json',
  'application/jsonl': 'jsonl ndjson',
  'application/geo+json': 'geojson',
  'application/yaml': 'yaml yml cff',
  'application/toml': 'toml',
  'application/xml': 'xml',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/vnd.apache.parquet': 'parquet',
  'application/vnd.apache.arrow.file': 'arrow feather',
  'application/x-hdf5': 'h5 hdf5 h5ad loom nwb',
  'application/x-netcdf': 'nc',
  'application/vnd.sqlite3': 'sqlite',
  'application/x-numpy': 'npy npz',
  'application/x-matlab-data': 'mat',
  'application/x-rdata': 'rds rda rdata',
  // Documents.
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  // Archives.
  'application/zip': 'zip',
  'application/gzip': 'gz tgz',
  'application/x-tar': 'tar',
  'application/x-7z-compressed': '7z',
  // Pictures and recordings.
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/vnd.microsoft.icon': 'ico',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif tiff',
  'model/stl': 'stl',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  // Microscopes, scanners and cytometers. Not "image/…", because no browser shows them as pictures.
  'application/x-zeiss-czi': 'czi',
  'application/x-nikon-nd2': 'nd2',
  'application/x-leica-lif': 'lif',
  'text/x-touchstone': 's1p s2p',
  'application/dicom': 'dcm dicom',
  'application/x-nifti': 'nii nii.gz',
  'application/vnd.isac.fcs': 'fcs',
  // Sequences.
  'text/x-fasta': 'fasta fa fna faa ffn',
  'text/x-fastq': 'fastq fq',
  'chemical/seq-na-genbank': 'gb gbk genbank',
  'application/x-abi-trace': 'ab1 abi',
  'text/x-sam': 'sam',
  'application/x-bam': 'bam',
  'application/x-cram': 'cram',
  'text/x-vcf': 'vcf',
  'text/x-gff3': 'gff gff3',
  'text/x-gtf': 'gtf',
  'text/x-bed': 'bed',
  'text/x-newick': 'nwk newick tree',
  // Molecules and spectra.
  'chemical/x-pdb': 'pdb ent',
  'chemical/x-cif': 'cif',
  'chemical/x-mmcif': 'mmcif mcif',
  'chemical/x-mdl-molfile': 'mol',
  'chemical/x-mdl-sdfile': 'sdf sd',
  'chemical/x-mol2': 'mol2',
  'chemical/x-xyz': 'xyz',
  'chemical/x-daylight-smiles': 'smi smiles',
  'chemical/x-jcamp-dx': 'jdx dx jcamp',
  'text/x-xy': 'xy',
  'application/x-mzml+xml': 'mzml',
  'application/x-mzxml+xml': 'mzxml',
};

const typeByExtension = new Map(
  Object.entries(extensionsByType).flatMap(([type, extensions]) =>
    extensions.split(' ').map((extension) => [extension, type] as const),
  ),
);

/** MIME type of a file: by extension if listed here, otherwise as reported by the browser. */
export function contentTypeOf(file: { name: string; type: string }): string {
  const [last = '', previous = ''] = file.name.toLowerCase().split('.').reverse();
  const known = typeByExtension.get(`${previous}.${last}`) ?? typeByExtension.get(last);
  return known ?? (file.type || 'application/octet-stream');
}
