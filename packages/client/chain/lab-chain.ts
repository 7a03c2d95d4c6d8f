import { accessResolverAbi, labNftAbi, onChainLabFactoryAbi } from '@labroom/contracts/abi';
import type { Network } from '@labroom/contracts/networks';
import { ROLES } from '@labroom/protocol/conditions';
import { explainExpiry } from '@labroom/protocol/role-expiry';
import {
  type Abi,
  type Address,
  type Chain,
  type ContractFunctionArgs,
  type ContractFunctionName,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  type HttpTransport,
  http,
  type LocalAccount,
  type PublicClient,
  parseEventLogs,
  type SendTransactionParameters,
  type SimulateContractParameters,
  type TransactionReceipt,
  type WalletClient,
  type WriteContractParameters,
} from 'viem';

export interface LabChainOptions<Account extends LocalAccount> {
  /** A node of the network. */
  rpcUrl: string;
  /** Where the contracts are; one of `networks`, or another deployment. */
  network: { chainId: number; contracts: Network['contracts'] };
  /** Signs and pays for the gas. */
  account: Account;
}

export interface WriteOptions {
  /**
   * Runs when the chain would accept the transaction, and before it is signed: to ask the account's owner, or to stop by an error. A
   * transaction that would revert throws the contract's error instead.
   */
  beforeSigning?(): Promise<void>;
}

export interface MintedLab {
  oclId: Hex;
  /** The lab's own ERC-6551 account. */
  account: Address;
  tokenId: bigint;
}

export interface RoleGrant {
  oclId: Hex;
  to: Address;
  role: 'VIEWER' | 'CONTRIBUTOR';
  /** Unix time in seconds, within the next 100 years; 0 is permanent. */
  expiry?: bigint;
  isAgent?: boolean;
}

/** Labs on the chain, as one account owns and shares them. Every method resolves when its transaction has succeeded. */
export interface LabChain<Account extends LocalAccount = LocalAccount> {
  account: Account;
  contracts: Network['contracts'];
  reader: PublicClient<HttpTransport, Chain>;
  wallet: WalletClient<HttpTransport, Chain, LocalAccount>;
  /** Throws the contract's error by its name if the call would revert. */
  write<
    const abi extends Abi | readonly unknown[],
    name extends ContractFunctionName<abi, 'nonpayable' | 'payable'>,
    args extends ContractFunctionArgs<abi, 'nonpayable' | 'payable', name>,
  >(
    call: WriteContractParameters<abi, name, args, Chain, LocalAccount>,
    options?: WriteOptions,
  ): Promise<TransactionReceipt>;
  send(transaction: SendTransactionParameters<Chain, LocalAccount>): Promise<TransactionReceipt>;
  /** Mints a lab and pays the fee; the lab is the account's own, or another's. */
  mintLab(to?: Address): Promise<MintedLab>;
  transferLab(tokenId: bigint, to: Address): Promise<TransactionReceipt>;
  /** Throws before sending if the expiry is in the past or more than 100 years away. */
  grantRole(grant: RoleGrant, options?: WriteOptions): Promise<TransactionReceipt>;
  revokeRole(oclId: Hex, from: Address, options?: WriteOptions): Promise<TransactionReceipt>;
  /** Revokes every role in the lab, e.g. those that an earlier holder granted. Only for the holder. */
  revokeAll(oclId: Hex): Promise<TransactionReceipt>;
  /** Gives up the account's own role. */
  renounceRole(oclId: Hex): Promise<TransactionReceipt>;
}

const LOCAL_CHAIN = 31337;

/** Opens the labs of a chain for an account, which signs here. */
export function openLabChain<Account extends LocalAccount>({
  rpcUrl,
  network,
  account,
}: LabChainOptions<Account>): LabChain<Account> {
  const { chainId, contracts } = network;
  const chain: Chain = defineChain({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const transport = http(rpcUrl);
  const reader: PublicClient<HttpTransport, Chain> = createPublicClient({
    chain,
    transport,
    pollingInterval: chainId === LOCAL_CHAIN ? 20 : 1_000,
  });
  const wallet = createWalletClient<HttpTransport, Chain, LocalAccount>({ account, chain, transport });
  let last: Promise<unknown> = Promise.resolve();

  /** One transaction at a time, so that no two take the same nonce. */
  async function mined(send: () => Promise<Hex>): Promise<TransactionReceipt> {
    const sent = last.then(send);
    last = sent.catch(() => {});
    const receipt = await reader.waitForTransactionReceipt({ hash: await sent });
    if (receipt.status !== 'success') throw new Error(`Transaction ${receipt.transactionHash} reverted`);
    return receipt;
  }

  const write: LabChain['write'] = (call, { beforeSigning } = {}) =>
    mined(async () => {
      if (beforeSigning) {
        await reader.simulateContract({ ...call, account } as SimulateContractParameters);
        await beforeSigning();
      }
      return wallet.writeContract(call);
    });

  return {
    account,
    contracts,
    reader,
    wallet,
    write,

    send: (transaction: SendTransactionParameters<Chain, LocalAccount>) =>
      mined(() => wallet.sendTransaction(transaction)),

    async mintLab(to: Address = account.address): Promise<MintedLab> {
      const value = await reader.readContract({
        address: contracts.labNft,
        abi: labNftAbi,
        functionName: 'mintFeeWei',
      });
      const { logs } = await write({
        address: contracts.factory,
        abi: onChainLabFactoryAbi,
        functionName: 'mintAndCreateAccount',
        args: [to],
        value,
      });
      const [event] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
      if (!event) throw new Error('The transaction minted no lab');
      return { oclId: event.args.oclId, account: event.args.account, tokenId: event.args.tokenId };
    },

    transferLab: (tokenId: bigint, to: Address) =>
      write({
        address: contracts.labNft,
        abi: labNftAbi,
        functionName: 'transferFrom',
        args: [account.address, to, tokenId],
      }),

    async grantRole(
      { oclId, to, role, expiry = 0n, isAgent = false }: RoleGrant,
      options?: WriteOptions,
    ): Promise<TransactionReceipt> {
      const wrong = explainExpiry(expiry, new Date());
      if (wrong) throw new RangeError(`${wrong} The given expiry is ${expiry}.`);
      return write(
        {
          address: contracts.accessResolver,
          abi: accessResolverAbi,
          functionName: 'grantRole',
          args: [oclId, to, role === 'VIEWER' ? ROLES.viewer : ROLES.contributor, expiry, isAgent],
        },
        options,
      );
    },

    revokeRole: (oclId: Hex, from: Address, options?: WriteOptions) =>
      write(
        {
          address: contracts.accessResolver,
          abi: accessResolverAbi,
          functionName: 'revokeRole',
          args: [oclId, from],
        },
        options,
      ),

    revokeAll: (oclId: Hex) =>
      write({
        address: contracts.accessResolver,
        abi: accessResolverAbi,
        functionName: 'revokeAll',
        args: [oclId],
      }),

    renounceRole: (oclId: Hex) =>
      write({
        address: contracts.accessResolver,
        abi: accessResolverAbi,
        functionName: 'renounceRole',
        args: [oclId],
      }),
  };
}
