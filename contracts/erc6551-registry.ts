import type { Hex } from 'viem';
import published from './vectors/erc6551-registry.json' with { type: 'json' };

const hex = (text: string): Hex => `0x${text.slice(2)}`;

/** The published deployment of the ERC-6551 registry (ERC-6551, "Registry"): the same code on every chain. */
export const erc6551RegistryDeployment = {
  address: hex(published.address),
  salt: hex(published.salt),
  initCode: hex(published.initCode),
};
