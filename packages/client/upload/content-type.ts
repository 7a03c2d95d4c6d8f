// Types that browsers leave empty or get wrong, by file extension.
const BY_EXTENSION: Readonly<Record<string, string>> = {
  bib: 'application/x-bibtex',
  cff: 'application/yaml',
  csv: 'text/csv',
  fasta: 'text/x-fasta',
  fastq: 'text/x-fastq',
  ipynb: 'application/x-ipynb+json',
  json: 'application/json',
  jsonl: 'application/jsonl',
  md: 'text/markdown',
  parquet: 'application/vnd.apache.parquet',
  pdb: 'chemical/x-pdb',
  py: 'text/x-python',
  r: 'text/x-r',
  sdf: 'chemical/x-mdl-sdfile',
  smi: 'chemical/x-daylight-smiles',
  tex: 'application/x-tex',
  toml: 'application/toml',
  tsv: 'text/tab-separated-values',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** MIME type of a file: by extension if listed here, otherwise as reported by the browser. */
export function contentTypeOf(file: { name: string; type: string }): string {
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  return BY_EXTENSION[extension] ?? (file.type || 'application/octet-stream');
}
