import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type AstNode, type CompiledSource, compile, type Sources } from './compile.ts';
import { membersOf, type StorageMember } from './members.ts';
import { type Namespace, namespacesOf } from './namespaces.ts';

/**
 * Storage by contract and namespace (`erc7201:…`); `variables` for members outside a namespace, `immutables` for values that the
 * code has in place of the storage.
 */
export type StorageLayout = Record<string, Record<string, StorageMember[]>>;

/** Key of the immutables of a contract. They have no slot. */
export const IMMUTABLES = 'immutables';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = 'contracts/src';
const UPGRADEABLE = 'UUPSUpgradeable';

/** Relative to the root of the project. */
export const RECORD = 'contracts/storage-layout.json';

/** Layout of the last version, which proxies can have. */
export function recordedStorageLayout(): StorageLayout {
  return JSON.parse(readFileSync(join(ROOT, RECORD), 'utf8'));
}

/** Layout of every upgradeable contract in its current source. */
export function currentStorageLayout(): StorageLayout {
  const names = readdirSync(join(ROOT, SOURCES)).filter((name) => name.endsWith('.sol'));
  const read = (name: string) => readFileSync(join(ROOT, SOURCES, name), 'utf8');
  return storageLayoutOf(Object.fromEntries(names.map((name) => [`${SOURCES}/${name}`, read(name)])));
}

/**
 * Storage layout of the upgradeable contracts among these sources, as computed by the compiler.
 * @throws Error if they do not compile, or no constant has the slot of a namespace's annotation
 */
export function storageLayoutOf(sources: Sources): StorageLayout {
  const contracts = new Map<number, { source: CompiledSource; node: AstNode }>();
  for (const source of compile(sources)) {
    for (const node of source.ast.nodes ?? [])
      if (node.nodeType === 'ContractDefinition') contracts.set(node.id, { source, node });
  }
  const basesOf = ({ linearizedBaseContracts = [] }: AstNode) =>
    linearizedBaseContracts.flatMap((id) => contracts.get(id) ?? []);

  const upgradeable = [...contracts.values()]
    .filter(({ source, node }) => source.path in sources && inherits(basesOf(node), UPGRADEABLE))
    .sort((a, b) => (a.node.name < b.node.name ? -1 : 1))
    .map(({ source, node }) => ({
      name: node.name,
      variables: source.layouts[node.name],
      namespaces: basesOf(node).flatMap((base) => namespacesOf(base.source, base.node)),
      immutables: basesOf(node).flatMap((base) => immutablesOf(base.node)),
    }));
  const regions = layOut(
    sources,
    upgradeable.flatMap(({ namespaces }) => namespaces),
  );
  return Object.fromEntries(
    upgradeable.map(({ name, variables, namespaces, immutables }) => {
      if (new Set(namespaces.map(({ id }) => id)).size < namespaces.length)
        throw new Error(`${name} uses one namespace for two structs`);
      if (!variables) throw new Error(`The compiler did not lay out ${name}`);
      const spaces = namespaces.map((space) => [space.id, regions.get(structOf(space)) ?? []]);
      return [
        name,
        { variables: membersOf(variables), [IMMUTABLES]: immutables, ...Object.fromEntries(spaces) },
      ];
    }),
  );
}

function inherits(bases: { node: AstNode }[], name: string): boolean {
  return bases.slice(1).some(({ node }) => node.name === name);
}

function immutablesOf({ nodes = [] }: AstNode): StorageMember[] {
  return nodes
    .filter(({ mutability }) => mutability === 'immutable')
    .map(({ name, typeDescriptions: { typeString = '' } = {} }) => ({
      name,
      slot: 0,
      offset: 0,
      type: typeString.startsWith('contract ') ? 'address' : typeString,
    }));
}

function structOf({ path, contract, struct }: Namespace): string {
  return `${path}:${contract}.${struct}`;
}

/**
 * The compiler only lays out state variables, so each struct of a namespace becomes the only variable of a generated
 * contract.
 */
function layOut(sources: Sources, namespaces: Namespace[]): Map<string, StorageMember[]> {
  const all = [...new Map(namespaces.map((space) => [structOf(space), space]))];
  const regions = all.map(
    ([, { path, contract, struct }], i) =>
      `import {${contract} as C${i}} from "${path}"; contract Region${i} { C${i}.${struct} region; }`,
  );
  const harness = 'regions.sol';
  const source = ['pragma solidity *;', ...regions].join('\n');
  const compiled = compile({ ...sources, [harness]: source }, [harness]);
  const layouts = compiled.find(({ path }) => path === harness)?.layouts;
  return new Map(
    all.map(([struct], i) => {
      const layout = layouts?.[`Region${i}`];
      const type = layout && membersOf(layout)[0]?.type;
      if (typeof type !== 'object' || !('struct' in type)) throw new Error(`${struct} was not laid out`);
      return [struct, type.members];
    }),
  );
}
