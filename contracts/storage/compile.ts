import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { compilerSettings } from '../compiler-settings.ts';

/** Sources by path. */
export type Sources = Record<string, string>;

/** The used part of the syntax tree. `src` is `start:length:file`, in bytes. */
export interface AstNode {
  id: number;
  nodeType: string;
  name: string;
  src: string;
  nodes?: AstNode[];
  /** Ids of a contract and its bases, most derived first. */
  linearizedBaseContracts?: number[];
  documentation?: string | { text: string } | null;
  constant?: boolean;
  mutability?: string;
  typeDescriptions?: { typeString: string };
  value?: AstNode | null;
}

/** Output of the compiler; `type`, `key`, `value` and `base` are keys of `types`. */
export interface SolcLayout {
  storage: SolcMember[];
  types: Record<string, SolcType> | null;
}
export interface SolcMember {
  label: string;
  slot: string;
  offset: number;
  type: string;
}
export interface SolcType {
  label: string;
  encoding: string;
  numberOfBytes: string;
  key?: string;
  value?: string;
  base?: string;
  members?: SolcMember[];
}

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[];
  sources: Record<string, { ast: AstNode }>;
  contracts: Record<string, Record<string, { storageLayout: SolcLayout; evm: SolcCode }>>;
}

interface SolcCode {
  bytecode: { object: string };
  deployedBytecode: { object: string };
}

/** A compiled source with its syntax tree and layouts. */
export interface CompiledSource {
  path: string;
  source: string;
  ast: AstNode;
  /** Layouts by contract name. */
  layouts: Record<string, SolcLayout>;
}

const ROOT = resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

/**
 * Analyzes the sources at `paths` (default: all) and their imports, without generating code.
 * @throws Error with the compiler's messages if they do not compile
 */
export function compile(sources: Sources, paths = Object.keys(sources)): CompiledSource[] {
  const { output, read } = runCompiler(sources, paths, {
    outputSelection: { '*': { '': ['ast'], '*': ['storageLayout'] } },
  });
  return Object.entries(output.sources).map(([path, { ast }]) => ({
    path,
    source: read[path] ?? '',
    ast,
    layouts: Object.fromEntries(
      Object.entries(output.contracts[path] ?? {}).map(([name, { storageLayout }]) => [name, storageLayout]),
    ),
  }));
}

/** Code of a contract, in hexadecimal digits without `0x`. */
export interface ContractCode {
  creation: string;
  runtime: string;
}

/**
 * Compiles the files at `paths` with the default settings of the build, without the hash of the metadata. `sources` replaces files by path.
 * Without the optimizer, it takes a third of the time.
 * @returns the code of each contract in these files, by `path:name`
 * @throws Error with the compiler's messages if they do not compile
 */
export function compileCode(
  sources: Sources,
  paths: readonly string[],
  { isOptimized = true } = {},
): Record<string, ContractCode> {
  const code = ['evm.bytecode.object', 'evm.deployedBytecode.object'];
  const { output } = runCompiler(sources, paths, {
    ...compilerSettings.settings.default,
    ...(!isOptimized && { optimizer: { enabled: false } }),
    // Two sources that behave alike have the same code.
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: Object.fromEntries(paths.map((path) => [path, { '*': code }])),
  });
  return Object.fromEntries(
    paths.flatMap((path) =>
      Object.entries(output.contracts[path] ?? {}).map(([name, { evm }]) => [
        `${path}:${name}`,
        { creation: evm.bytecode.object, runtime: evm.deployedBytecode.object },
      ]),
    ),
  );
}

function runCompiler(sources: Sources, paths: readonly string[], settings: object) {
  const solc: { compile(input: string, callbacks: object): string } = require('solc');
  const read: Sources = { ...sources };
  const find = (path: string) => {
    if (sources[path] !== undefined) return { contents: sources[path] };
    const file = [join(ROOT, path), join(ROOT, 'node_modules', path)].find((place) => existsSync(place));
    if (!file) return { error: 'File not found' };
    const contents = readFileSync(file, 'utf8');
    read[path] = contents;
    return { contents };
  };
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(paths.map((path) => [path, { content: find(path).contents }])),
    settings,
  };
  const output: SolcOutput = JSON.parse(solc.compile(JSON.stringify(input), { import: find }));
  const errors = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return { output, read };
}
