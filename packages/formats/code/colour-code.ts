import type { LanguageFn } from 'highlight.js';
import { createLowlight } from 'lowlight';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

type TokenKind = 'comment' | 'keyword' | 'string' | 'number' | 'name';

/** Text without a kind, or with one. */
type CodeToken = string | readonly [kind: TokenKind, text: string];
type CodeLine = readonly CodeToken[];

// More elements would slow down the page.
const MAX_COLOURED = 5_000;

interface CodeOptions {
  language: string;
}

const LOADERS: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
  awk: () => import('highlight.js/lib/languages/awk'),
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  clojure: () => import('highlight.js/lib/languages/clojure'),
  cmake: () => import('highlight.js/lib/languages/cmake'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  dos: () => import('highlight.js/lib/languages/dos'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  erlang: () => import('highlight.js/lib/languages/erlang'),
  fortran: () => import('highlight.js/lib/languages/fortran'),
  gams: () => import('highlight.js/lib/languages/gams'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  groovy: () => import('highlight.js/lib/languages/groovy'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  julia: () => import('highlight.js/lib/languages/julia'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  latex: () => import('highlight.js/lib/languages/latex'),
  lisp: () => import('highlight.js/lib/languages/lisp'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  mathematica: () => import('highlight.js/lib/languages/mathematica'),
  matlab: () => import('highlight.js/lib/languages/matlab'),
  ocaml: () => import('highlight.js/lib/languages/ocaml'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sas: () => import('highlight.js/lib/languages/sas'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scheme: () => import('highlight.js/lib/languages/scheme'),
  solidity: () => import('./solidity.ts'),
  sql: () => import('highlight.js/lib/languages/sql'),
  stan: () => import('highlight.js/lib/languages/stan'),
  stata: () => import('highlight.js/lib/languages/stata'),
  swift: () => import('highlight.js/lib/languages/swift'),
  tcl: () => import('highlight.js/lib/languages/tcl'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  verilog: () => import('highlight.js/lib/languages/verilog'),
  vhdl: () => import('highlight.js/lib/languages/vhdl'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Kinds by the first word of a scope of highlight.js. */
const KINDS: Readonly<Record<string, TokenKind>> = {
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  keyword: 'keyword',
  built_in: 'keyword',
  tag: 'keyword',
  type: 'keyword',
  literal: 'number',
  number: 'number',
  symbol: 'number',
  string: 'string',
  regexp: 'string',
  code: 'string',
  title: 'name',
  name: 'name',
  attr: 'name',
  section: 'name',
};

/**
 * Divides texts into lines of tokens. `body` is a JSON array of the texts. After the first `MAX_COLOURED` tokens of a kind,
 * the text has no kinds.
 */
export async function colourCode(body: Blob, { language }: CodeOptions): Promise<CodeLine[][]> {
  const load = Object.hasOwn(LOADERS, language) ? LOADERS[language] : undefined;
  if (!load) throw new UnreadableFileError(`${language} is not coloured.`);
  const lowlight = createLowlight({ [language]: (await load()).default });
  const texts: string[] = JSON.parse(await body.text());
  const left = { tokens: MAX_COLOURED };
  return texts.map((text) => linesOf(lowlight.highlight(language, text), left));
}

type Node = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children'][number];

function linesOf(root: { children: readonly Node[] }, left: { tokens: number }): CodeLine[] {
  const lines: CodeToken[][] = [[]];
  const add = (text: string, kind: TokenKind | null) => {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      const line = lines.at(-1) ?? [];
      const last = line.at(-1);
      if (part === '') continue;
      if (kind && left.tokens > 0) {
        left.tokens -= 1;
        line.push([kind, part]);
      } else if (typeof last === 'string') line[line.length - 1] = last + part;
      else line.push(part);
    }
  };
  const visit = (nodes: readonly Node[], around: TokenKind | null) => {
    for (const node of nodes) {
      if (node.type === 'text') add(node.value, around);
      else if (node.type === 'element') {
        const [scope = ''] = [node.properties.className ?? []].flat();
        const kind = KINDS[String(scope).replace(/^hljs-/, '')] ?? around;
        visit(node.children, kind);
      }
    }
  };
  visit(root.children, null);
  return lines;
}
