/**
 * Forms of values that clients of other services with this interface send. They mean the same as the documented forms
 * (docs/specification/deprecated.md).
 */

const chainAliases: Readonly<Record<string, readonly string[]>> = {
  baseSepolia: ['sepolia-base'],
  // Programs that are written for a public network know no other name.
  local: ['base', 'baseSepolia', 'sepolia-base'],
};

/** Whether `name`, as an access condition has it, is the chain or an alias of it. */
export function namesChain(name: string, chain: string): boolean {
  return name === chain || (chainAliases[chain]?.includes(name) ?? false);
}

/** The address of a `did:ethr:`, with or without a chain id; any other value unchanged. */
export function withoutDid(value: string): string {
  return /^did:ethr:(?:0x[0-9a-f]+:)?(0x[0-9a-f]{40})$/i.exec(value)?.[1] ?? value;
}

/** The hash of a plaintext with `sha256-` before 64 hex digits that have none; any other value unchanged. */
export function withHashPrefix(value: string): string {
  return /^[0-9a-f]{64}$/.test(value) ? `sha256-${value}` : value;
}
