import { HTTPFacilitatorClient } from '@x402/core/http';
import {
  type PaymentPayload,
  type PaymentRequirements,
  SettleError,
  type SettleResponse,
  VerifyError,
} from '@x402/core/types';
import { isAddress, isHash } from 'viem';
import type { ChainNode } from '../chain/chain-client.ts';
import { verifyHash } from '../chain/signatures.ts';
import {
  type Facilitator,
  FacilitatorUnavailable,
  type Settlement,
  type Verification,
} from './facilitator.ts';
import { type Authorization, readAuthorization } from './settlement-authorization.ts';
import { reconcileOnChain } from './settlement-chain.ts';
import { SettlementFlights } from './settlement-flights.ts';
import { asReason, failed, settled, unknown } from './settlement-outcomes.ts';
import { hashOfAuthorization, mismatchOf } from './settlement-signature.ts';

interface RemoteFacilitatorOptions {
  /** What `/verify` and `/settle` stand behind. */
  url: string;
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  /** A node of the network, which has the last word on what was settled; `null`: the facilitator is believed. */
  chain: ChainNode | null;
  verifyTimeoutMs?: number;
  /** A settlement waits for its block. */
  settleTimeoutMs?: number;
}

/**
 * Reasons that name a fault of the payment, so that nothing was sent. Where the transaction failed without being named, the
 * library that most facilitators are built on may as well mean a connection that broke after sending it.
 */
const refusal =
  /^(?:invalid|insufficient|unsupported|permit2|eip2612|eip6492|erc20_approval|asset_not_deployed|smart_wallet)_/;
const ambiguous = /transaction_failed|transaction_state|broadcast_failed/;
const alreadyUsed = /already_used|used_or_canceled|permit2_invalid_nonce/;

/** A facilitator somewhere else, spoken to over HTTP as x402 describes it. What it says is checked where it can be. */
export class RemoteFacilitator implements Facilitator {
  readonly #verifier: HTTPFacilitatorClient;
  readonly #settler: HTTPFacilitatorClient;
  readonly #chain: ChainNode | null;
  readonly #flights = new SettlementFlights();

  constructor({ url, headers, chain, ...timeouts }: RemoteFacilitatorOptions) {
    const { verifyTimeoutMs = 10_000, settleTimeoutMs = 30_000 } = timeouts;
    const createAuthHeaders = async () => ({ verify: headers, settle: headers, supported: headers });
    this.#verifier = new HTTPFacilitatorClient({ url, createAuthHeaders, timeoutMs: verifyTimeoutMs });
    this.#settler = new HTTPFacilitatorClient({ url, createAuthHeaders, timeoutMs: settleTimeoutMs });
    this.#chain = chain;
  }

  async verify(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Verification> {
    const signed = readAuthorization(payment);
    const mismatch = signed && mismatchOf(signed, requirements);
    if (mismatch) return { kind: 'invalid', reason: mismatch };
    const answer = await this.#verifier.verify(payment, requirements).catch(asRefusal);
    if (!answer.isValid)
      return { kind: 'invalid', reason: asReason(answer.invalidReason, 'unexpected_verify_error') };
    if (!answer.payer || !isAddress(answer.payer, { strict: false }))
      throw new FacilitatorUnavailable('The facilitator does not say who pays');
    const payer = answer.payer.toLowerCase();
    if (!signed) return { kind: 'valid', payer };
    if (signed.from !== payer) return { kind: 'invalid', reason: 'payer_mismatch' };
    if (!(await this.#isSigned(signed, requirements)))
      return { kind: 'invalid', reason: 'invalid_exact_evm_signature' };
    return { kind: 'valid', payer };
  }

  settle(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement> {
    return this.#flights.join(payment, requirements, () => this.#settle(payment, requirements));
  }

  async reconcile(
    payment: PaymentPayload,
    requirements: PaymentRequirements,
    transaction: string | null,
  ): Promise<Settlement> {
    if (!this.#chain) return unknown('no_node_to_ask', transaction);
    return reconcileOnChain(this.#chain, payment, requirements, transaction);
  }

  /** Who pays gets a token of the payer, so the facilitator's word is not all. Contracts can be asked with a node only. */
  async #isSigned(signed: Authorization, requirements: PaymentRequirements): Promise<boolean> {
    if (!this.#chain) return true;
    const { from: address, signature } = signed;
    const hash = hashOfAuthorization(signed, requirements);
    try {
      return await verifyHash(this.#chain, { address, hash, signature });
    } catch (error) {
      throw new FacilitatorUnavailable('The payer could not be asked for its signature', { cause: error });
    }
  }

  async #settle(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement> {
    const told = await this.#ask(payment, requirements);
    if (!this.#chain || !readAuthorization(payment)) return told;
    const known = await this.reconcile(payment, requirements, told.transaction);
    if (known.kind !== 'unknown') return known;
    // It may be so, but nobody has seen it yet.
    return told.kind === 'settled' ? unknown('settlement_pending', told.transaction) : told;
  }

  /** What the facilitator says became of the payment. */
  async #ask(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement> {
    let answer: SettleResponse;
    try {
      answer = await this.#settler.settle(payment, requirements);
    } catch (error) {
      if (!(error instanceof SettleError)) return unknown('settlement_pending');
      const { statusCode, transaction } = error;
      if (statusCode >= 500) return unknown('settlement_pending', asTransaction(transaction));
      answer = { ...error, success: false };
    }
    return answer.success ? asSuccess(answer, payment, requirements) : asFailure(answer);
  }
}

/** A refusal may come as 4xx; everything else that is no answer leaves the payment undecided. */
function asRefusal(error: unknown) {
  if (error instanceof VerifyError && error.statusCode < 500 && error.invalidReason)
    return { isValid: false, invalidReason: error.invalidReason, payer: undefined };
  throw new FacilitatorUnavailable('The facilitator gave no answer', { cause: error });
}

function asSuccess(
  answer: SettleResponse,
  payment: PaymentPayload,
  requirements: PaymentRequirements,
): Settlement {
  const transaction = asTransaction(answer.transaction);
  const from = readAuthorization(payment)?.from;
  if (!transaction) return unknown('transaction_missing');
  if (answer.network !== requirements.network) return unknown('network_mismatch', transaction);
  if (from && answer.payer && answer.payer.toLowerCase() !== from)
    return unknown('payer_mismatch', transaction);
  return settled(transaction);
}

function asFailure({ errorReason, transaction: named }: SettleResponse): Settlement {
  const transaction = asTransaction(named);
  const reason = asReason(errorReason, 'unexpected_settle_error');
  if (alreadyUsed.test(reason)) return unknown(reason, transaction);
  if (ambiguous.test(reason) && !transaction) return unknown(reason);
  return refusal.test(reason) ? failed(reason, transaction) : unknown(reason, transaction);
}

function asTransaction(named: unknown): string | null {
  return typeof named === 'string' && isHash(named) ? named : null;
}
