import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLabChain } from '@labroom/client/chain/lab-chain.ts';
import { networks } from '@labroom/contracts/networks';
import type { DeploySuiteOptions } from '@labroom/deploy/deploy-suite';
import {
  type Address,
  createPublicClient,
  createTestClient,
  type Hex,
  http,
  parseEther,
  toHex,
  zeroHash,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type AttesterEndpoint, startAttesterEndpoint } from './attester-endpoint.ts';
import { deploySafe } from './safe.ts';
import { startDeployedChain, startTestChain } from './test-chain.ts';

/** A local node with the chain id of a public chain: a Safe and a stablecoin are there, the contracts are not. */
export interface PublicChain extends AsyncDisposable {
  rpcUrl: string;
  chainId: 8453 | 84532;
  dir: string;
  /** Keys made for this chain. */
  keys: Record<
    'deployer' | 'relayer' | 'data' | 'service',
    PrivateKeyAccount & { privateKey: `0x${string}` }
  >;
  /** Has the key of the data attester. */
  attester: AttesterEndpoint;
  /** Owners of the Safe; each may act alone. */
  signer: PrivateKeyAccount;
  safe: Address;
  stablecoin: Address;
  /** Gives an account ether. */
  fund: (address: Address) => Promise<void>;
  options: DeploySuiteOptions;
}

/** @param secondsBehind how far in the past its first block is */
export async function startPublicChain(chainId: 8453 | 84532, secondsBehind = 0): Promise<PublicChain> {
  const [chain, dir, token] = await Promise.all([
    startTestChain(chainId, new Date(Date.now() - 1_000 * secondsBehind).toISOString()),
    mkdtemp(join(tmpdir(), 'labroom-public-')),
    readStablecoin(),
  ]);
  const node = createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });
  const fund = (address: Address) => node.setBalance({ address, value: parseEther('10') });
  const keys = { deployer: newKey(), relayer: newKey(), data: newKey(), service: newKey() };
  const signer = newKey();
  const attester = await startAttesterEndpoint(keys.data.privateKey);
  await Promise.all([fund(keys.deployer.address), fund(keys.relayer.address), fund(signer.address)]);
  const { contracts, title, name, blockExplorerUrl } = networks[chainId];
  await node.setCode({ address: contracts.usdc, bytecode: token.code });
  for (const [slot, value] of token.storage.entries())
    await node.setStorageAt({ address: contracts.usdc, index: slot, value });
  const { rpcUrl } = chain;
  const wallet = openLabChain({ rpcUrl, account: signer, network: { chainId, contracts } });
  const safe = await deploySafe(wallet, [signer.address]);
  return {
    rpcUrl,
    chainId,
    dir,
    keys,
    attester,
    signer,
    safe,
    stablecoin: contracts.usdc,
    fund,
    options: {
      rpcUrl,
      chainId,
      signer: keys.deployer,
      owner: safe,
      delaySeconds: 172_800n,
      guardian: newKey().address,
      relayer: keys.relayer.address,
      attesters: { data: keys.data.address, service: keys.service.address },
      stablecoin: contracts.usdc,
      metadataBase: 'https://app.example.org/metadata/',
      mintFeeWei: parseEther('0.001'),
      title,
      name,
      blockExplorerUrl,
      file: join(dir, 'contracts.json'),
      pollingMs: 20,
    },
    async [Symbol.asyncDispose]() {
      await attester.stop();
      await chain.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Variables of a service on this chain, without `CONTRACTS` and the database. */
export function environmentOn({ chainId, rpcUrl, dir, keys, attester }: PublicChain): Record<string, string> {
  const secret = () => randomBytes(32).toString('base64');
  return {
    LABROOM_ENVIRONMENT: chainId === 8453 ? 'production' : 'staging',
    DATA_DIR: dir,
    RPC_URL: rpcUrl,
    SERVICE_URL: 'https://api.example.org',
    WEB_URL: 'https://app.example.org',
    SERVICE_SECRET: secret(),
    KMS_MASTER_KEY: secret(),
    X402_PAY_TO_ADDRESS: '0x117b215dcd666dd847cfa84721480d316440faa9',
    X402_FACILITATOR_URL: 'https://facilitator.example.org',
    RELAYER_PRIVATE_KEY: keys.relayer.privateKey,
    ...attester.variables('DATA_ATTESTER'),
    SERVICE_ATTESTER_PRIVATE_KEY: keys.service.privateKey,
  };
}

export function newKey() {
  const privateKey = generatePrivateKey();
  return { ...privateKeyToAccount(privateKey), privateKey };
}

/** The stablecoin of the local chain, which can only be deployed there: its code, and its storage up to name and symbol. */
async function readStablecoin(): Promise<{ code: Hex; storage: Hex[] }> {
  await using local = await startDeployedChain();
  const reader = createPublicClient({ transport: http(local.rpcUrl) });
  const address = networks[31337].contracts.usdc;
  const slots = Array.from({ length: 5 }, (_, slot) => reader.getStorageAt({ address, slot: toHex(slot) }));
  const [code, storage] = await Promise.all([reader.getCode({ address }), Promise.all(slots)]);
  return { code: code ?? '0x', storage: storage.map((value) => value ?? zeroHash) };
}
