import { setTimeout as pause } from 'node:timers/promises';
import type { FacilitatorEvmSigner } from '@x402/evm';
import {
  type Abi,
  type Address,
  BaseError,
  concatHex,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  type PrivateKeyAccount,
  RpcRequestError,
  type TransactionReceipt,
} from 'viem';
import type { NonceAllocator } from './nonce-allocator.ts';
import type { SendingNode } from './payment-node.ts';

export interface SignerOptions {
  chain: SendingNode;
  chainId: number;
  account: PrivateKeyAccount;
  nonces: NonceAllocator;
  /** How long a transaction may wait to be mined. */
  confirmationMs: number;
  /** Token of the payment. */
  asset: Address;
  payer: Address;
  /** Whether the payer, which is not deployed yet, could pay after its factory deployed it. */
  canPayOnceDeployed(): Promise<boolean>;
}

interface AggregatedCall {
  target: Address;
  callData: Hex;
}

interface Call {
  address: Address;
  abi: readonly unknown[];
  functionName: string;
  args?: readonly unknown[];
}

/** Gas limit of a transaction. It includes the signature check of a payer's account. */
const maxGas = 3_000_000n;
const pollMs = { first: 8, last: 250 };

/**
 * The signer that the library's facilitator uses for one payment: reads the chain, sends transactions and waits for
 * them.
 *
 * The library reports a failing node as a fault of the payment ("invalid signature"). Therefore this class records
 * every unanswered request; its conclusion is then ignored.
 */
export class EmbeddedFacilitatorSigner implements FacilitatorEvmSigner {
  /** Whether a request to the chain got no response. */
  undecided = false;
  readonly receipts = new Map<Hex, TransactionReceipt>();
  readonly #options: SignerOptions;
  readonly #codes = new Map<Address, Promise<Hex | undefined>>();

  constructor(options: SignerOptions) {
    this.#options = options;
  }

  getAddresses(): [Address] {
    return [this.#options.account.address];
  }

  /** Payers can be untrusted contracts, so gas, size and time of each call are limited. */
  async readContract({ address, functionName, args, ...call }: Call): Promise<unknown> {
    if (functionName === 'tryAggregate') return this.#tryAggregate(args?.[1] as readonly AggregatedCall[]);
    const abi = call.abi as Abi;
    const data = encodeFunctionData({ abi, functionName, args });
    const answer = await this.#noting(this.#call(address, data));
    if (answer.kind === 'failed') throw new Error(`${functionName} failed: ${answer.failure}`);
    return decodeFunctionResult({ abi, functionName, args, data: answer.data });
  }

  /** Never rejects: the library does not await some calls, and an unhandled rejection would end the process. */
  getCode({ address }: { address: Address }): Promise<Hex | undefined> {
    // The library checks twice whether the payer is a contract.
    const asked =
      this.#codes.get(address) ??
      this.#noting(this.#options.chain.node.getCode({ address })).catch(() => undefined);
    this.#codes.set(address, asked);
    return asked;
  }

  /** Always false: the library then recovers the signer or calls the contract itself. */
  verifyTypedData(): Promise<boolean> {
    return Promise.resolve(false);
  }

  writeContract({
    address,
    functionName,
    args,
    dataSuffix,
    ...call
  }: Call & { dataSuffix?: Hex }): Promise<Hex> {
    const data = encodeFunctionData({ abi: call.abi as Abi, functionName, args });
    return this.sendTransaction({ to: address, data: concatHex([data, dataSuffix ?? '0x']) });
  }

  /**
   * Signs and sends a transaction after simulating it. If the node does not confirm that it received the transaction,
   * it counts as sent, because it can still be mined.
   */
  async sendTransaction({ to, data }: { to: Address; data: Hex }): Promise<Hex> {
    const { chain, chainId, account, nonces } = this.#options;
    const [needed, gasPrice] = await Promise.all([
      this.#noting(chain.node.estimateGas({ account, to, data })),
      this.#noting(chain.node.getGasPrice()),
    ]);
    if (needed > maxGas) throw new Error('The transaction needs too much gas');
    // The payer's contract can use more gas when the transaction is mined.
    const gas = needed + needed / 4n;
    const fees = { maxFeePerGas: 2n * gasPrice, maxPriorityFeePerGas: 0n };
    const sent = nonces.send(async (nonce) => {
      const raw = await account.signTransaction({ type: 'eip1559', chainId, to, data, gas, nonce, ...fees });
      try {
        // Not retried: the node may have received it and would reject the duplicate.
        await chain.node.request({ method: 'eth_sendRawTransaction', params: [raw] }, { retryCount: 0 });
      } catch (error) {
        const rejection =
          error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError);
        if (rejection instanceof RpcRequestError) throw new Error(rejection.details);
        this.undecided = true;
        nonces.resync();
      }
      return keccak256(raw);
    });
    return this.#noting(sent);
  }

  /** @throws Error when it is not mined in time */
  async waitForTransactionReceipt({ hash }: { hash: Hex }): Promise<TransactionReceipt> {
    const { chain, nonces, confirmationMs } = this.#options;
    const deadline = Date.now() + confirmationMs;
    for (let wait = pollMs.first; ; wait = Math.min(2 * wait, pollMs.last)) {
      const receipt = await chain.node.getTransactionReceipt({ hash }).catch(() => null);
      if (receipt) {
        this.receipts.set(hash, receipt);
        return receipt;
      }
      if (Date.now() + wait > deadline) {
        this.undecided = true;
        // The transaction may wait behind a nonce gap, e.g. after the chain was reset.
        nonces.resync();
        throw new Error('The transaction was not mined in time');
      }
      await pause(wait);
    }
  }

  /**
   * Emulates Multicall3, which the local chain does not have, with separate calls. The result differs if the first
   * call deploys the payer (ERC-6492) for the second; `canPayOnceDeployed` handles that case.
   */
  #tryAggregate(calls: readonly AggregatedCall[]): Promise<{ success: boolean; returnData: Hex }[]> {
    const { asset, canPayOnceDeployed } = this.#options;
    const answers = calls.map(async ({ target, callData }) => {
      if (!isAddressEqual(target, asset)) return { success: true, returnData: '0x' as const };
      if (calls.some((other) => !isAddressEqual(other.target, asset)))
        return { success: await canPayOnceDeployed(), returnData: '0x' as const };
      const answer = await this.#call(target, callData);
      return answer.kind === 'returned'
        ? { success: true, returnData: answer.data }
        : { success: false, returnData: '0x' as const };
    });
    return this.#noting(Promise.all(answers));
  }

  /** A payer without code does not affect the token's behavior. */
  async #call(to: Address, data: Hex): ReturnType<SendingNode['simulate']> {
    const { chain, payer } = this.#options;
    const code = await this.getCode({ address: payer });
    return chain.simulate({ to, data, payer: code === undefined ? null : payer });
  }

  async #noting<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      if (this.#options.chain.isUnanswered(error)) this.undecided = true;
      throw error;
    }
  }
}
