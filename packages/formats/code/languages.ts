/** Languages by file extension, under the names of highlight.js. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  bash: 'bash bats sh zsh',
  c: 'c h',
  cpp: 'cc cpp cxx hpp ino',
  css: 'css',
  fortran: 'f f77 f90 f95 for',
  go: 'go',
  groovy: 'gradle groovy nf',
  ini: 'cfg conf ini toml',
  java: 'java',
  javascript: 'cjs js jsx mjs',
  json: 'geojson json jsonl ndjson',
  julia: 'jl',
  latex: 'bib cls sty tex',
  lua: 'lua',
  markdown: 'qmd rmd',
  matlab: 'm',
  perl: 'pl pm',
  python: 'py pyi smk',
  r: 'r',
  rust: 'rs',
  sql: 'sql',
  typescript: 'ts tsx',
  xml: 'html mzml mzxml svg xhtml xml',
  yaml: 'cff cwl yaml yml',
};

const LANGUAGES = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, extensions]) =>
    [language, ...extensions.split(' ')].map((extension) => [extension, language] as const),
  ),
);

/** The language of an extension, or of a name that people write for it; `null` if it is not coloured. */
export const languageOf = (extension: string): string | null =>
  LANGUAGES.get(extension.toLowerCase()) ?? null;

export const languageOfFile = (name: string): string | null =>
  languageOf(name.slice(name.lastIndexOf('.') + 1));
