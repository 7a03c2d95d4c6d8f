import { beforeAll, describe, expect, it, test } from 'vitest';
import { incompatibilities } from './storage/compatibility.ts';
import {
  currentStorageLayout,
  recordedStorageLayout,
  type StorageLayout,
  storageLayoutOf,
} from './storage/layout.ts';

it('the collection of every proxy is an immutable that a new version keeps', () => {
  const { AccessResolver, DidRegistry } = recordedStorageLayout();
  for (const { immutables } of [AccessResolver ?? {}, DidRegistry ?? {}])
    expect(immutables).toContainEqual({ name: 'labNft', slot: 0, offset: 0, type: 'address' });
});

it('every proxy of the last version can be upgraded to this one', () => {
  const current = currentStorageLayout();
  expect(Object.keys(current)).toEqual(
    expect.arrayContaining(['AccessResolver', 'DidRegistry', 'OclTokenizerPolicy']),
  );
  expect(incompatibilities(recordedStorageLayout(), current)).toEqual([]);
});

/** Changes of a version: `members` of the namespace's struct, `variables` outside of it. */
interface Version {
  namespace?: string;
  slotOf?: string;
  point?: string;
  members?: string;
  variables?: string;
  immutables?: string;
}

const point = 'uint64 x; uint64 y;';
const members = `
  mapping(address account => Point) points; address owner; uint96 total; Point first; Point[] path; uint256[3] sums;`;

/** A contract with its own name, so that one compiler run lays out all versions. */
function source(name: string, version: Version): string {
  const namespace = version.namespace ?? 'test.storage.Vault';
  return `
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
interface IThing { function thing() external; }
contract ${name} is UUPSUpgradeable {
  struct Point { ${version.point ?? point} }
  /// @custom:storage-location erc7201:${namespace}
  struct VaultStorage { ${version.members ?? members} }
  bytes32 private constant STORAGE_LOCATION =
    keccak256(abi.encode(uint256(keccak256("${version.slotOf ?? namespace}")) - 1)) & ~bytes32(uint256(0xff));
  ${version.variables ?? 'uint256 public count; bool public open;'}
  ${version.immutables ?? 'address public immutable home = address(1);'}
  function _authorizeUpgrade(address) internal override {}
}`;
}

function layoutsOf(versions: Record<string, Version>): StorageLayout {
  const files = Object.entries(versions).map(([name, version]) => [`${name}.sol`, source(name, version)]);
  return storageLayoutOf(Object.fromEntries(files));
}

const compatible: Record<string, Version> = {
  Same: {},
  MemberAppended: { members: `${members} bool last;` },
  ReformattedWithComments: { members: members.replace('uint96 total;', '/* in wei */ uint96   total;') },
  VariableAppended: { variables: 'uint256 public count; bool public open; address public keeper;' },
  ImmutableAsInterface: { immutables: 'IThing public immutable home = IThing(address(1));' },
  AddressAsInterface: { members: members.replace('address owner', 'IThing owner') },
};
/** Incompatible changes and the reported problems. */
const incompatible: Record<string, [Version, string]> = {
  MemberRemoved: [{ members: members.replace('uint96 total;', '') }, 'total is gone'],
  LastMemberRemoved: [{ members: members.replace('uint256[3] sums;', '') }, 'sums is gone'],
  MemberInserted: [{ members: `bool flag; ${members}` }, 'points has moved'],
  MembersReordered: [
    { members: members.replace('address owner; uint96 total;', 'uint96 total; address owner;') },
    'owner has moved',
  ],
  MemberWidened: [{ members: members.replace('uint96', 'uint128') }, 'first has moved'],
  MemberRetyped: [{ members: members.replace('uint96', 'int96') }, 'total has another type'],
  MemberRenamed: [{ members: members.replace('total', 'sum') }, 'total is gone'],
  KeyRetyped: [{ members: members.replace('address account', 'uint160 account') }, 'points has another type'],
  ArrayResized: [{ members: members.replace('[3]', '[4]') }, 'sums has another type'],
  MappingForArray: [
    { members: members.replace('Point[] path', 'mapping(uint256 => Point) path') },
    'path has another type',
  ],
  StructReordered: [{ point: 'uint64 y; uint64 x;' }, 'x has moved'],
  StructGrownInPlace: [{ point: `${point} uint64 z;` }, 'first has no room to grow'],
  NamespaceRenamed: [{ namespace: 'test.storage.Safe' }, 'erc7201:test.storage.Vault: is gone'],
  VariableRetyped: [{ variables: 'uint128 public count; bool public open;' }, 'open has moved'],
  ImmutableRemoved: [{ immutables: '' }, 'immutables: home is gone'],
  ImmutableRetyped: [
    { immutables: 'uint160 public immutable home = 1;' },
    'immutables: home has another type',
  ],
  ImmutableAdded: [
    { immutables: 'address public immutable home = address(1); uint256 public immutable fee = 1;' },
    'immutables: fee is new',
  ],
  VariablesReordered: [{ variables: 'bool public open; uint256 public count;' }, 'count has moved'],
};

describe('the layout of another version', () => {
  let layouts: StorageLayout;
  beforeAll(() => {
    const changes = Object.entries(incompatible).map(([name, [version]]) => [name, version] as const);
    layouts = layoutsOf({ ...compatible, ...Object.fromEntries(changes) });
  });
  const problemsOf = (name: string) => incompatibilities(version('Same'), version(name));
  /** The layout under one contract name. The layout itself does not contain the name. */
  const version = (name: string): StorageLayout => ({ Vault: layouts[name] ?? {} });

  test.each(Object.keys(compatible))('is compatible: %s', (name) => {
    expect(problemsOf(name)).toEqual([]);
  });

  test.each(Object.entries(incompatible))('is not compatible: %s', (name, [, words]) => {
    const problems = problemsOf(name);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).toContain(words);
  });

  it('can add a contract, and must keep all existing ones', () => {
    const { Same, MemberAppended } = layouts;
    expect(incompatibilities({ Same: Same ?? {} }, layouts)).toEqual([]);
    expect(incompatibilities(layouts, { MemberAppended: MemberAppended ?? {} })).toContain('Same is gone');
  });
});

describe('the struct of a mapping', () => {
  const map = 'mapping(address account => Point) points;';
  it('can grow, because no member follows it', () => {
    const { Before = {}, After = {} } = layoutsOf({
      Before: { members: map },
      After: { members: map, point: `${point} uint64 z;` },
    });
    expect(incompatibilities({ Vault: Before }, { Vault: After })).toEqual([]);
    expect(incompatibilities({ Vault: After }, { Vault: Before })).toEqual([
      'Vault, erc7201:test.storage.Vault: points: z is gone',
    ]);
  });
});

it('rejects an annotation without a constant for its slot', () => {
  expect(() => layoutsOf({ Vault: { slotOf: 'test.storage.Other' } })).toThrow(
    'Vault.sol: no constant of Vault is the slot of erc7201:test.storage.Vault',
  );
});

it('rejects types whose layout the compiler does not output', () => {
  expect(() =>
    layoutsOf({ Vault: { members: 'Mode mode; } enum Mode { A, B } struct Unused { bool a;' } }),
  ).toThrow('The layout of enum Vault.Mode cannot be compared');
});
