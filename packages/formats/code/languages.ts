/** Languages by file extension, or by the whole name of a file without one, under the names of highlight.js. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  awk: 'awk',
  bash: 'bash bats sh zsh',
  c: 'c h',
  clojure: 'clj cljc cljs edn',
  cmake: 'cmake',
  cpp: 'cc cpp cxx hpp ino',
  csharp: 'cs',
  css: 'css',
  dart: 'dart',
  diff: 'diff patch',
  dockerfile: 'dockerfile containerfile',
  dos: 'bat cmd',
  elixir: 'ex exs',
  erlang: 'erl hrl',
  fortran: 'f f03 f08 f77 f90 f95 for',
  gams: 'gms',
  go: 'go',
  graphql: 'gql graphql',
  groovy: 'gradle groovy nf',
  haskell: 'hs',
  ini: 'cfg conf ini toml',
  java: 'java',
  javascript: 'cjs js jsx mjs',
  json: 'geojson json jsonl ndjson',
  julia: 'jl',
  kotlin: 'kt kts',
  latex: 'bib cls sty tex',
  lisp: 'el lisp',
  lua: 'lua',
  makefile: 'mak makefile mk',
  markdown: 'qmd rmd',
  mathematica: 'nb wl',
  matlab: 'm',
  ocaml: 'ml mli',
  perl: 'pl pm',
  php: 'php',
  powershell: 'ps1 psm1',
  protobuf: 'proto',
  python: 'py pyi pyx pxd smk snakefile wsgi',
  r: 'r',
  ruby: 'gemfile rakefile rb',
  rust: 'rs',
  sas: 'sas',
  scala: 'scala sc',
  scheme: 'scm',
  solidity: 'sol',
  sql: 'sql',
  stan: 'stan',
  stata: 'ado do',
  swift: 'swift',
  tcl: 'tcl',
  typescript: 'ts tsx',
  verilog: 'sv v vh',
  vhdl: 'vhd vhdl',
  xml: 'atom gii gpx html kml mzml mzxml owl rdf svg vue xhtml xml xsd xsl',
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

export const languageOfFile = (path: string): string | null =>
  languageOf(path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1));
