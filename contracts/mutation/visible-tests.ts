import { globSync, readFileSync } from 'node:fs';
import { basename, join, posix, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = 'contracts/src';

/** Test files, without invariants, that kill most mutants of a contract whose name they do not have. */
const TESTS_OF: Record<string, readonly string[]> = {
  BoundToken: ['LabNFT', 'LabAccount.execute', 'LabAccount.signature'],
  DidRegistry: ['GuardedPause'],
  ForeignToken: ['OclTokenizer.attachToken'],
  GuardedPause: ['AccessResolver.guardian'],
  Issuance: ['OclTokenizer.issuance'],
  LabToken: ['OclTokenizer.issuance'],
  LabTokenArgs: ['OclTokenizer.tokenize', 'OclTokenizer.attachToken'],
  LabTokenUri: ['OclTokenizer.tokenize', 'OclTokenizer.attachToken', 'OclTokenizer.issuance'],
  OclTermsPermissioner: ['OclTokenizer.tokenize', 'OclTokenizerPolicy'],
  OclTokenizer: ['OclTokenizerPolicy'],
  OnChainLabFactory: ['LabNFT'],
  OwnershipCircle: ['LabNFT.circle'],
  OwnerResolution: ['AccessResolver.owners', 'AccessResolver.searchGas'],
  SignerSignature: ['LabAccount.signature', 'RelayerAccount'],
  TokenRight: ['OclTokenizer.right'],
  PersonAccountFactory: ['PersonAccount'],
  WrappedLabToken: ['OclTokenizer.attachToken', 'OclTokenizer.right'],
};

/** Paths of the sources that are deployed to production, with their libraries, smallest first. */
export function productionSources(): string[] {
  const lengthOf = new Map(
    globSync(`${SOURCES}/{,libraries/}*.sol`, { cwd: ROOT })
      .filter((path) => !basename(path).startsWith('Dev'))
      .map((path) => [path, readFileSync(join(ROOT, path)).length]),
  );
  return [...lengthOf.keys()].sort((a, b) => Number(lengthOf.get(a)) - Number(lengthOf.get(b)));
}

export const contractOf = (path: string) => basename(path, '.sol');

/** Paths of all tests and of what they use. */
export const testSources = (): string[] => globSync('contracts/test/**/*.sol', { cwd: ROOT });

/** Paths of the tests that run first for a mutant of the source. */
export function firstTestsOf(path: string): string[] {
  const contract = contractOf(path);
  const ownTests = globSync(`contracts/test/${contract}.{t,*.t}.sol`, { cwd: ROOT });
  const otherTests = (TESTS_OF[contract] ?? []).map((name) => `contracts/test/${name}.t.sol`);
  return [...ownTests, ...otherTests].filter((test) => !test.includes('.invariant.')).sort();
}

/** The production sources whose bytecode contains code of the source. */
export function usersOf(path: string): string[] {
  return productionSources()
    .filter((user) => importsOf(user).has(path))
    .sort();
}

/** Tests that contain code of the sources although `separateCode` rewrote them, because they inherit from it or use a library. */
export function testsWithCodeOf(paths: readonly string[]): string[] {
  const names = paths.map(contractOf).join('|');
  const libraries = paths.filter((path) => path.includes('/libraries/')).map(contractOf);
  const contains = new RegExp(
    [`^contract \\w+ is [^{]*\\b(${names})\\b`, ...libraries.map((name) => `^ .*\\b${name}\\.`)].join('|'),
    'm',
  );
  return testSources().filter((test) => contains.test(readFileSync(join(ROOT, test), 'utf8')));
}

/** The tests, and those that import one of them. */
export function importersOf(tests: readonly string[]): string[] {
  return testSources().filter((test) => [...importsOf(test)].some((imported) => tests.includes(imported)));
}

/** The file and all that it imports from the contracts. */
function importsOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, target = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(
    /^import [^;]*"(\.[^"]+)";/gm,
  ))
    importsOf(posix.join(posix.dirname(path), target), found);
  return found;
}
