import type { SolcLayout, SolcMember, SolcType } from './compile.ts';

/** A value type (`address`, `bytes32`, …), mapping, array (`length` null if dynamic) or struct. */
export type StorageType =
  | string
  | { key: string; value: StorageType }
  | { element: StorageType; length: number | null }
  | { struct: string; members: StorageMember[] };

/** `slot` is relative to the region, `offset` is in bytes within the slot. */
export interface StorageMember {
  name: string;
  slot: number;
  offset: number;
  type: StorageType;
}

/** The compiler's layout without ids that change with every edit of a source. */
export function membersOf({ storage, types }: SolcLayout): StorageMember[] {
  const described = (id: string): SolcType => {
    const type = types?.[id];
    if (!type) throw new Error(`The compiler does not describe ${id}`);
    return type;
  };
  const members = (list: SolcMember[]): StorageMember[] =>
    list.map(({ label, slot, offset, type }) => ({
      name: label,
      slot: Number(slot),
      offset,
      type: typeOf(type),
    }));
  const typeOf = (id: string): StorageType => {
    const type = described(id);
    if (type.key && type.value) return { key: plain(type.key), value: typeOf(type.value) };
    if (type.members) return { struct: type.label.replace(/^struct /, ''), members: members(type.members) };
    if (type.base) return { element: typeOf(type.base), length: lengthOf(type.label) };
    return plain(id);
  };
  const plain = (id: string): string => {
    const { label } = described(id);
    // The layout does not contain their underlying types, so a change would go unnoticed.
    if (/^t_(enum|userDefinedValueType)\b/.test(id))
      throw new Error(`The layout of ${label} cannot be compared`);
    return label.startsWith('contract ') || label === 'address payable' ? 'address' : label;
  };
  return members(storage);
}

function lengthOf(label: string): number | null {
  const length = /\[(\d+)\]$/.exec(label)?.[1];
  return length === undefined ? null : Number(length);
}
