import { type LabChain, type MintedLab, openLabChain } from '@labroom/client/chain/lab-chain.ts';
import { createLabroomClient, type LabroomClient } from '@labroom/client/client.ts';
import { CreateLabDocument } from '@labroom/client/documents';
import { devStablecoinAbi } from '@labroom/contracts/abi';
import { networks } from '@labroom/contracts/networks';
import { type Address, parseEther } from 'viem';
import {
  generatePrivateKey,
  mnemonicToAccount,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts';

// Wallets, labs and clients for tests, benchmarks and browser tests. Imports nothing of Vitest, so that all can use it.

export type TestWallet = PrivateKeyAccount;

/** Where a service is, and a consumer credential of it. */
export interface Endpoint {
  /** Without a trailing slash. */
  url: string;
  credential: string;
}

const MNEMONIC = 'test test test test test test test test test test test junk';
const { contracts } = networks[31337];

/** A wallet without ether. */
export const newWallet = (): TestWallet => privateKeyToAccount(generatePrivateKey());

export const localChain = (rpcUrl: string, account: TestWallet): LabChain<TestWallet> =>
  openLabChain({ rpcUrl, account, network: networks[31337] });

/**
 * Gives addresses ether for their gas. Each worker of Vitest or Playwright pays from an account of its own, which holds ten
 * thousand for a whole run: two workers never sign with the same nonce.
 */
export function openFaucet(rpcUrl: string) {
  const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 1);
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: 10 + (worker % 10) });
  const { reader, send } = openLabChain({ rpcUrl, account, network: networks[31337] });
  const fund = (to: Address, ether = '1') => send({ to, value: parseEther(ether) });
  return {
    reader,
    fund,
    /** A new wallet with one ether, so that tests share no nonces, roles or tokens; a call costs a hundredth at most. */
    async fundedWallet(): Promise<TestWallet> {
      const wallet = newWallet();
      await fund(wallet.address);
      return wallet;
    },
  };
}

/** Mints stablecoins; anyone may on a local chain. */
export const mintStablecoins = (chain: LabChain, to: Address, amount: bigint) =>
  chain.write({ address: contracts.usdc, abi: devStablecoinAbi, functionName: 'mint', args: [to, amount] });

export const stablecoinsOf = ({ reader }: Pick<LabChain, 'reader'>, owner: string) =>
  reader.readContract({
    address: contracts.usdc,
    abi: devStablecoinAbi,
    functionName: 'balanceOf',
    args: [owner as Address],
  });

export const clientOf = (
  { url, credential }: Endpoint,
  more: Partial<Parameters<typeof createLabroomClient>[0]> = {},
): LabroomClient =>
  // Tests that search for what is in files say so.
  createLabroomClient({
    graphqlUrl: `${url}/graphql`,
    chainId: 31337,
    credential,
    searchText: false,
    ...more,
  });

/** A wallet's service token, for requests without the client. */
export async function signIn(endpoint: Endpoint, wallet: TestWallet, serviceName = 'tests') {
  const { session } = await clientOf(endpoint).signIn(wallet, { serviceName });
  if (!session?.tokenId) throw new Error('The service issued no token');
  return { token: session.serviceToken, tokenId: session.tokenId };
}

/** A lab on the chain and in the service, with its owner signed in. */
export interface RegisteredLab extends MintedLab {
  shortname: string;
  owner: TestWallet;
  /** The owner's address. */
  wallet: Address;
  /** The owner's service token. */
  token: string;
  /** The service, as the owner. */
  client: LabroomClient;
}

/** Mints a lab and registers it; `holder` may be an account that the owner controls. */
export async function registerLab(
  endpoint: Endpoint,
  chain: LabChain<TestWallet>,
  holder?: Address,
): Promise<RegisteredLab> {
  const owner = chain.account;
  const lab = await chain.mintLab(holder);
  const client = await clientOf(endpoint).signIn(owner, { serviceName: 'tests' });
  const { createLab } = await client.call(CreateLabDocument, { oclId: lab.oclId });
  if (!createLab.lab || !client.session) throw new Error('The lab was not registered');
  const { shortname } = createLab.lab;
  return { ...lab, shortname, owner, wallet: owner.address, token: client.session.serviceToken, client };
}
