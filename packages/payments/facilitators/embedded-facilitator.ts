import { paymentChannels } from '@labroom/contracts/payment-channels';
import { InMemoryPendingSettlementStore, x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types';
import { PERMIT2_ADDRESS, x402ExactPermit2ProxyAddress } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { type Address, type Hex, isHash, type PrivateKeyAccount, parseAbi } from 'viem';
import { type Authorization, paymentOf, readAuthorization } from '../payment/authorization.ts';
import { hashOfAuthorization } from '../payment/authorization-hash.ts';
import {
  ChannelRefusedError,
  type Facilitator,
  FacilitatorUnavailableError,
  type Settlement,
  type Verification,
} from '../payment/facilitator.ts';
import { asReason, failed, unknown } from '../payment/settlement-outcomes.ts';
import { EmbeddedFacilitatorSigner, type SignerOptions } from './embedded-facilitator-signer.ts';
import { NonceAllocator } from './nonce-allocator.ts';
import type { SendingNode } from './payment-node.ts';
import { reconcileOnChain, settledBy } from './settlement-chain.ts';
import { SettlementFlights } from './settlement-flights.ts';

interface EmbeddedFacilitatorOptions {
  chain: SendingNode;
  chainId: number;
  /** Pays the gas. Several processes may share it. */
  account: PrivateKeyAccount;
  /** Factories that it calls to deploy a payer (ERC-6492). */
  accountFactories: readonly Address[];
  /** Time to wait for a transaction before its outcome counts as unknown. */
  confirmationMs?: number;
}

const BASE_MAINNET = 8453;
const tokenAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
]);

/**
 * Verifies and settles payments in this process. The library checks payments; this class provides the signer and
 * trusts only the chain for outcomes. Meant for the local chain, whose keys are public.
 * @throws Error on Base, where it would move real money with a key of this process
 */
export class EmbeddedFacilitator implements Facilitator {
  readonly #options: Required<EmbeddedFacilitatorOptions>;
  readonly #nonces: NonceAllocator;
  readonly #flights = new SettlementFlights();
  readonly #pending: KnownTransactions;

  constructor(options: EmbeddedFacilitatorOptions) {
    if (options.chainId === BASE_MAINNET)
      throw new Error('The embedded facilitator does not settle on Base. Set X402_FACILITATOR_URL.');
    this.#options = { confirmationMs: 10_000, ...options };
    const { chain, account } = options;
    this.#nonces = new NonceAllocator(() =>
      chain.node.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    );
    this.#pending = new KnownTransactions(chain);
  }

  async verify(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Verification> {
    const signed = readAuthorization(payment);
    if (!signed) return { kind: 'invalid', reason: 'unsupported_payload_type' };
    const { library, signer } = this.#library(signed, requirements);
    try {
      const rejection = await this.#rejection(signed, signer);
      const answer = rejection ?? (await library.verify(paymentOf(signed, requirements), requirements));
      if (answer.isValid) return { kind: 'valid', payer: signed.from };
      if (!signer.undecided)
        return { kind: 'invalid', reason: asReason(answer.invalidReason, 'unexpected_verify_error') };
    } catch (error) {
      throw new FacilitatorUnavailableError('The payment could not be verified', { cause: error });
    }
    throw new FacilitatorUnavailableError('The chain could not be read');
  }

  settle(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement> {
    return this.#flights.join(payment, requirements, () => this.#settle(payment, requirements));
  }

  reconcile(
    payment: PaymentPayload,
    requirements: PaymentRequirements,
    transaction: string | null,
  ): Promise<Settlement> {
    return reconcileOnChain(this.#options.chain, payment, requirements, transaction);
  }

  async sendToChannels(data: Hex): Promise<Hex> {
    const { account } = this.#options;
    const canPayOnceDeployed = () => Promise.resolve(false);
    const { contract: to } = paymentChannels;
    const signer = this.#signer({ asset: to, payer: account.address, canPayOnceDeployed });
    try {
      const hash = await signer.sendTransaction({ to, data });
      const { status } = await signer.waitForTransactionReceipt({ hash });
      if (status === 'success') return hash;
    } catch (error) {
      if (signer.undecided)
        throw new FacilitatorUnavailableError('The chain did not answer about a channel', { cause: error });
      throw new ChannelRefusedError({ cause: error });
    }
    throw new ChannelRefusedError();
  }

  async #settle(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement> {
    const signed = readAuthorization(payment);
    if (!signed) return failed('unsupported_payload_type');
    const { library, signer } = this.#library(signed, requirements);
    const rejection = await this.#rejection(signed, signer);
    if (rejection) return signer.undecided ? unknown('chain_unavailable') : failed(rejection.invalidReason);
    const answer = await library.settle(paymentOf(signed, requirements), requirements);
    const transaction = hashOf(answer);
    const receipt = transaction && signer.receipts.get(transaction);
    const paid = receipt && settledBy(receipt, signed, requirements);
    if (paid) return paid;

    // Another process, or this one before a crash, may have sent the payment first.
    const known = await this.reconcile(payment, requirements, transaction);
    if (known.kind !== 'unknown') return known;
    if (signer.undecided || answer.success) return unknown('settlement_pending', transaction);
    // For a failed transaction the library has one reason; verification returns the specific one.
    const again = await this.verify(payment, requirements).catch(() => null);
    if (again?.kind === 'invalid') return failed(again.reason, transaction);
    return unknown('settlement_pending', transaction);
  }

  /**
   * Calls to an address without code succeed, so without Permit2 or the x402 proxy the library would accept a payment
   * that moves nothing.
   */
  async #rejection({ kind }: Authorization, signer: EmbeddedFacilitatorSigner) {
    if (kind !== 'permit2') return null;
    const codes = await Promise.all(
      [PERMIT2_ADDRESS, x402ExactPermit2ProxyAddress].map((address) => signer.getCode({ address })),
    );
    if (codes.every((code) => code && code !== '0x')) return null;
    return { isValid: false, invalidReason: 'permit2_proxy_not_deployed' } as const;
  }

  /** The library with a signer for one payment, so that what the node failed to answer is known per payment. */
  #library(signed: Authorization, requirements: PaymentRequirements) {
    const { chainId, accountFactories } = this.#options;
    const signer = this.#signer({
      asset: requirements.asset as Address,
      payer: signed.from,
      canPayOnceDeployed: () => this.#canPayOnceDeployed(signed, requirements),
    });
    const scheme = new ExactEvmScheme(signer, {
      eip6492AllowedFactories: [...accountFactories],
      pendingSettlementStore: this.#pending,
    });
    return { signer, library: new x402Facilitator().register(`eip155:${chainId}`, scheme) };
  }

  #signer(payment: Pick<SignerOptions, 'asset' | 'payer' | 'canPayOnceDeployed'>): EmbeddedFacilitatorSigner {
    const { chain, chainId, account, confirmationMs } = this.#options;
    return new EmbeddedFacilitatorSigner({
      ...{ chain, chainId, account, confirmationMs, nonces: this.#nonces },
      ...payment,
    });
  }

  async #canPayOnceDeployed(signed: Authorization, requirements: PaymentRequirements): Promise<boolean> {
    if (signed.kind !== 'eip3009') return false;
    const { chain } = this.#options;
    const { from, nonce, value, signature } = signed;
    const token = { address: requirements.asset as Address, abi: tokenAbi } as const;
    const [isSigned, balance, isUsed] = await Promise.all([
      chain.isSigned({ address: from, hash: hashOfAuthorization(signed, requirements), signature }),
      chain.node.readContract({ ...token, functionName: 'balanceOf', args: [from] }),
      chain.node.readContract({ ...token, functionName: 'authorizationState', args: [from, nonce] }),
    ]);
    return isSigned && !isUsed && balance >= value;
  }
}

/** Transactions that were sent and not seen mined, as long as the node knows them. */
class KnownTransactions extends InMemoryPendingSettlementStore {
  readonly #chain: SendingNode;

  constructor(chain: SendingNode) {
    super();
    this.#chain = chain;
  }

  override async get(key: string): Promise<string | undefined> {
    const hash = await super.get(key);
    if (!hash || !isHash(hash)) return undefined;
    // One that never reached the node must be sent again.
    const isKnown = await this.#chain.node.getTransaction({ hash }).then(Boolean, () => false);
    if (!isKnown) await this.delete(key);
    return isKnown ? hash : undefined;
  }
}

function hashOf({ transaction }: SettleResponse): Hex | null {
  return isHash(transaction) ? transaction : null;
}
