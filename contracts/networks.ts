import { localAddresses } from './local-addresses.generated.ts';

export type Address = `0x${string}`;

export type ChainId = 8453 | 84532 | 31337;

/** Name of the chain in access conditions (docs/specification/keys-and-conditions.md#conditions). */
export type ChainName = 'base' | 'baseSepolia' | 'local';

/** Addresses of the contracts; `null` if not deployed. */
export interface ContractAddresses {
  labNft: Address;
  factory: Address;
  accessResolver: Address;
  tokenizer: Address | null;
  termsPermissioner: Address | null;
  didRegistry: Address | null;
  /** The rules of tokenization that its owner may replace. Absent: unknown. */
  tokenizerPolicy?: Address;
  /** The earlier NFT collection, if there is one. */
  legacyCollection?: Address;
  /** The ERC-4337 account through which the service links DIDs. */
  relayerAccount: Address | null;
  /** Readers of single files and folders. Absent: the suite has none. */
  accessList?: Address;
  /** Makes accounts that passkeys hold. Absent: the suite has none. */
  personAccountFactory?: Address;
  /** Key and roots of the transparency log. Absent: the suite has none. */
  recordAnchor?: Address;
  /** ERC-4337 EntryPoint v0.8. */
  entryPoint: Address;
  erc6551Registry: Address;
  /** Stablecoin of payments. */
  usdc: Address;
}

/** Who administers the contracts. */
export interface Administration {
  /** Proposes and executes what the owner does. */
  safe: Address;
  /** Owns the contracts. */
  timelock: Address;
  /** Seconds between a proposal and its execution. */
  delaySeconds: number;
  /** May pause, at once. `null`: nobody may without the delay. */
  guardian: Address | null;
}

/** The contracts of one deployment and the facts about its chain. */
export interface Network {
  chainId: ChainId;
  name: ChainName;
  title: string;
  blockExplorerUrl: string | null;
  contracts: ContractAddresses;
  /** Block of the first contract; `null`: unknown. */
  startBlock: number | null;
  /** `null`: unknown, or a key. */
  administration: Administration | null;
  /** EIP-712 domain values and decimals of `contracts.usdc`. */
  stablecoin: { name: string; version: string; decimals: number };
}

const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108';
const erc6551Registry = '0x000000006551c19487814612e58FE06813775758';

/**
 * The local chain, and the published contracts of Base and Base Sepolia. Others deployed and own the published ones, and
 * may replace their code, so users must trust these owners. `CONTRACTS` names another deployment.
 */
export const networks: Readonly<Record<ChainId, Network>> = {
  8453: {
    chainId: 8453,
    name: 'base',
    title: 'Base',
    blockExplorerUrl: 'https://basescan.org',
    contracts: {
      labNft: '0x9F96027eeAFb9ad5F2b5d7043B36Ee96B2EeBE92',
      factory: '0xECdF4f05384056507485C90aeAb0a83268760D6E',
      accessResolver: '0x89a14Be8f7824d4775053Edad0f2fA2d6767b72B',
      tokenizer: '0x62F532C3f563D974deEc103AAb8cC597f4f9c84E',
      termsPermissioner: '0x125A12C880934826c80A54ce216B6c1F542603eE',
      didRegistry: '0x6cd3Cf3c34a18Bf48F90590c3a57708F175b2eE3',
      relayerAccount: null,
      entryPoint,
      erc6551Registry,
      usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    },
    startBlock: null,
    administration: null,
    stablecoin: { name: 'USD Coin', version: '2', decimals: 6 },
  },
  84532: {
    chainId: 84532,
    name: 'baseSepolia',
    title: 'Base Sepolia',
    blockExplorerUrl: 'https://sepolia.basescan.org',
    contracts: {
      labNft: '0x13Ff210695fdb54A7F928ECcc28BC3486c05BB28',
      factory: '0xd629FE2310b4309a212495F10A47f8436dcEfD90',
      accessResolver: '0x5493F472602C87318EA5Eff753cDD593bf9bF559',
      tokenizer: '0xEe19e0Db8a7e59538710FAF6ed3ab655BCfCdB24',
      termsPermissioner: '0x2196e7181393b8045F34b66f571F1566922Aa4dB',
      didRegistry: '0x8A23622967Cf7e3BB3219217ff685a5E4830C617',
      relayerAccount: null,
      entryPoint,
      erc6551Registry,
      usdc: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    },
    startBlock: null,
    administration: null,
    stablecoin: { name: 'USDC', version: '2', decimals: 6 },
  },
  31337: {
    chainId: 31337,
    name: 'local',
    title: 'Local chain',
    blockExplorerUrl: null,
    contracts: localAddresses,
    startBlock: 0,
    administration: null,
    stablecoin: { name: 'USD Coin', version: '2', decimals: 6 },
  },
};
