/** The data of a citation: one version of one file, or a release of a data room. Neither changes. */
export interface CitedFile {
  /** What `did` and `contentHash` identify; a file if omitted. */
  kind?: 'file' | 'release';
  labName: string;
  /** Path of the file, or title of the release. */
  path: string;
  did: string;
  version: number;
  /** `sha256:` and lowercase hex, over the stored bytes or the manifest. */
  contentHash: string;
  /** ISO 8601. */
  createdAt: string;
  /** URL of this version. */
  url: string;
}

/** `Longevity Lab (2026). results/assay.csv (version 3) [Data set]. did:… sha256:… https://…` */
export function citeAsText(file: CitedFile): string {
  const { labName, path, version, did, contentHash, url } = file;
  return `${labName} (${yearOf(file)}). ${path} (version ${version}) [Data set]. ${did}, ${contentHash}. ${url}`;
}

/** A BibTeX `@misc` entry, which every style supports. */
export function citeAsBibtex(file: CitedFile): string {
  const fields = {
    // Double braces keep the lab's name from being split into first and last name.
    author: `{${escapeTex(file.labName)}}`,
    title: `{${escapeTex(file.path)}}`,
    year: yearOf(file),
    version: String(file.version),
    howpublished: escapeTex(file.did),
    note: escapeTex(file.contentHash),
    url: file.url,
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}}`);
  return `@misc{${keyOf(file)},\n${lines.join(',\n')}\n}`;
}

/** A `CITATION.cff` file (Citation File Format 1.2.0). Strings are quoted as JSON, which is valid YAML. */
export function citeAsCff(file: CitedFile): string {
  return [
    'cff-version: 1.2.0',
    'message: "If you use this data set, please cite it as below."',
    'type: dataset',
    `title: ${JSON.stringify(file.path)}`,
    'authors:',
    `  - name: ${JSON.stringify(file.labName)}`,
    `version: "${file.version}"`,
    `date-released: "${file.createdAt.slice(0, 10)}"`,
    `url: ${JSON.stringify(file.url)}`,
    'identifiers:',
    '  - type: other',
    `    value: ${JSON.stringify(file.did)}`,
    `    description: "Decentralised identifier of the ${file.kind ?? 'file'}"`,
    '  - type: other',
    `    value: ${JSON.stringify(file.contentHash)}`,
    `    description: "Hash of ${file.kind === 'release' ? 'the manifest' : 'the stored bytes of this version'}"`,
    '',
  ].join('\n');
}

/** An item of CSL-JSON, which Zotero, Pandoc and every CSL style read. */
export function citeAsCsl(file: CitedFile): string {
  const [year, month, day] = file.createdAt.slice(0, 10).split('-').map(Number);
  const item = {
    id: keyOf(file),
    type: 'dataset',
    title: file.path,
    author: [{ literal: file.labName }],
    issued: { 'date-parts': [[year, month, day]] },
    version: String(file.version),
    number: file.did,
    note: file.contentHash,
    URL: file.url,
  };
  return JSON.stringify([item], null, 2);
}

const yearOf = (file: CitedFile) => file.createdAt.slice(0, 4);

function keyOf({ labName, path, version, ...file }: CitedFile): string {
  const words = `${labName} ${path.slice(path.lastIndexOf('/') + 1)}`.normalize('NFKD').toLowerCase();
  const name = words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `${name || 'file'}-${file.createdAt.slice(0, 4)}-v${version}`;
}

// BibTeX counts braces without regard to backslashes, so braces must be balanced.
const TEX: Readonly<Record<string, string>> = {
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function escapeTex(text: string): string {
  return text.replace(/[\\{}$&#%_~^]/g, (character) => TEX[character] ?? `\\${character}`);
}
