/** `@labroom/client/chain`: labs and roles on the chain, as the wallet of a program owns and grants them. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry
export {
  type LabChain,
  type LabChainOptions,
  type MintedLab,
  openLabChain,
  type RoleGrant,
  type WriteOptions,
} from '../chain/lab-chain.ts';
