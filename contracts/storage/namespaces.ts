import { type Hex, keccak256, numberToHex, stringToHex } from 'viem';
import type { AstNode, CompiledSource } from './compile.ts';

/** A struct in a namespaced storage location (ERC-7201). */
export interface Namespace {
  /** `erc7201:…` */
  id: string;
  path: string;
  contract: string;
  struct: string;
}

const ANNOTATION = /@custom:storage-location\s+(\S+)/;
const PREFIX = 'erc7201:';

/**
 * The namespaces that a contract declares, without inherited ones.
 * @throws Error if no constant has the slot of an annotation
 */
export function namespacesOf(source: CompiledSource, contract: AstNode): Namespace[] {
  const structs = (contract.nodes ?? []).filter(({ nodeType }) => nodeType === 'StructDefinition');
  return structs.flatMap((struct) => {
    const id = ANNOTATION.exec(documentationOf(struct))?.[1];
    if (!id) return [];
    requireSlot(source, contract, id);
    return [{ id, path: source.path, contract: contract.name, struct: struct.name }];
  });
}

/** The formula of ERC-7201. */
function erc7201Slot(name: string): Hex {
  const inner = BigInt(keccak256(stringToHex(name))) - 1n;
  const slot = BigInt(keccak256(numberToHex(inner, { size: 32 }))) & ~0xffn;
  return numberToHex(slot, { size: 32 });
}

function documentationOf({ documentation }: AstNode): string {
  return typeof documentation === 'string' ? documentation : (documentation?.text ?? '');
}

/** Requires a constant with the slot of the namespace, because the annotation is only a comment. */
function requireSlot({ path, source }: CompiledSource, contract: AstNode, id: string): void {
  const name = id.slice(PREFIX.length);
  const formula = `keccak256(abi.encode(uint256(keccak256("${name}"))-1))&~bytes32(uint256(0xff))`;
  const accepted = [formula, erc7201Slot(name)];
  const bytes = Buffer.from(source);
  const isSlot = ({ nodeType, constant, value }: AstNode) => {
    if (nodeType !== 'VariableDeclaration' || !constant || !value) return false;
    const [start = 0, length = 0] = value.src.split(':').map(Number);
    const text = bytes.subarray(start, start + length).toString();
    return accepted.includes(text.replaceAll(/\s/g, ''));
  };
  if (!id.startsWith(PREFIX) || !contract.nodes?.some(isSlot))
    throw new Error(`${path}: no constant of ${contract.name} is the slot of ${id}`);
}
