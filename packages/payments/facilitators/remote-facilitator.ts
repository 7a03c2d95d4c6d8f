import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { isAddress, isHash } from 'viem';
import { type Authorization, readAuthorization } from '../payment/authorization.ts';
import { hashOfAuthorization, mismatchOf } from '../payment/authorization-hash.ts';
import { late, within } from '../payment/deadline.ts';
import {
  type Facilitator,
  FacilitatorUnavailableError,
  type Settlement,
  type Verification,
} from '../payment/facilitator.ts';
import { asReason, failed, settled, unknown } from '../payment/settlement-outcomes.ts';
import { askToSettle, askToVerify, type FacilitatorAddress } from './ask-facilitator.ts';
import { FacilitatorCircuit } from './facilitator-circuit.ts';
import type { PaymentNode } from './payment-node.ts';
import { reconcileOnChain } from './settlement-chain.ts';
import { SettlementFlights } from './settlement-flights.ts';

interface RemoteFacilitatorOptions extends FacilitatorAddress {
  /** A node of the payment's network that confirms outcomes; `null` trusts the facilitator. */
  chain: PaymentNode | null;
  verifyTimeoutMs?: number;
  /** Timeout of a settlement, which includes a block. The answer can arrive after the caller stopped waiting. */
  settleTimeoutMs?: number;
  /** Time after which an unanswered settlement is read from the chain. */
  lookUpAfterMs?: number;
  circuit?: FacilitatorCircuit;
}

/**
 * Reasons that prove that no transaction was sent. Other reasons leave the outcome unknown: the library that most
 * facilitators use reports a connection lost after sending as a failed transaction.
 */
const definiteFailure =
  /^(?:invalid|insufficient|unsupported|permit2|eip2612|eip6492|erc20_approval|asset_not_deployed|smart_wallet)_/;
const ambiguous = /transaction_failed|transaction_state|broadcast_failed/;
const alreadyUsed = /already_used|used_or_canceled|permit2_invalid_nonce/;

/** A facilitator over HTTP, as x402 specifies. Its answers are confirmed on the chain if a node is configured. */
export class RemoteFacilitator implements Facilitator {
  readonly #address: FacilitatorAddress;
  readonly #timeouts: { verifyMs: number; settleMs: number; lookUpMs: number };
  readonly #circuit: FacilitatorCircuit;
  readonly #chain: PaymentNode | null;
  readonly #flights = new SettlementFlights();

  constructor({ url, headers, chain, circuit, ...timeouts }: RemoteFacilitatorOptions) {
    const { verifyTimeoutMs = 5_000, settleTimeoutMs = 30_000, lookUpAfterMs = 3_500 } = timeouts;
    this.#circuit = circuit ?? new FacilitatorCircuit({ hangMs: 4_500 });
    this.#address = { url, headers };
    this.#timeouts = { verifyMs: verifyTimeoutMs, settleMs: settleTimeoutMs, lookUpMs: lookUpAfterMs };
    this.#chain = chain;
  }

  async verify(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Verification> {
    const signed = readAuthorization(payment);
    if (!signed) return { kind: 'invalid', reason: 'unsupported_payload_type' };
    const mismatch = mismatchOf(signed, requirements);
    if (mismatch) return { kind: 'invalid', reason: mismatch };
    const timeoutMs = this.#timeouts.verifyMs;
    const answer = await this.#circuit
      .run(() => askToVerify(this.#address, { payment, requirements, timeoutMs }))
      .catch(noAnswer);
    // A rejection can have a 4xx status. Any other error leaves the payment undecided.
    const isRefusal = !answer.isValid && answer.status < 500 && answer.invalidReason;
    if (answer.status >= 300 && !isRefusal) noAnswer();
    if (!answer.isValid)
      return { kind: 'invalid', reason: asReason(answer.invalidReason, 'unexpected_verify_error') };
    if (!answer.payer || !isAddress(answer.payer, { strict: false }))
      throw new FacilitatorUnavailableError('The facilitator does not say who pays');
    const payer = answer.payer.toLowerCase();
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

  /** The payer gets a token, so the signature is also checked here. Contract signatures need a node. */
  async #isSigned(signed: Authorization, requirements: PaymentRequirements): Promise<boolean> {
    if (!this.#chain) return true;
    const { from: address, signature } = signed;
    const hash = hashOfAuthorization(signed, requirements);
    try {
      return await this.#chain.isSigned({ address, hash, signature });
    } catch (error) {
      throw new FacilitatorUnavailableError('The signature of the payer could not be checked', {
        cause: error,
      });
    }
  }

  async #settle(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement> {
    const scope = this.#ask(payment, requirements);
    if (this.#chain && (await within(this.#timeouts.lookUpMs, scope)) === late) {
      const known = await this.reconcile(payment, requirements, null);
      if (known.kind === 'settled') return known;
    }
    const told = await scope;
    if (!this.#chain || !readAuthorization(payment)) return told;
    const known = await this.reconcile(payment, requirements, told.transaction);
    if (known.kind !== 'unknown') return known;
    // Not confirmed on the chain yet.
    return told.kind === 'settled' ? unknown('settlement_pending', told.transaction) : told;
  }

  /** The facilitator's result of a settlement. */
  async #ask(payment: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement> {
    let answer: SettleAnswer;
    try {
      const timeoutMs = this.#timeouts.settleMs;
      answer = await this.#circuit.run(() =>
        askToSettle(this.#address, { payment, requirements, timeoutMs }),
      );
    } catch {
      return unknown('settlement_pending');
    }
    if (answer.status >= 500) return unknown('settlement_pending', asTransaction(answer.transaction));
    return answer.success ? asSuccess(answer, payment, requirements) : asFailure(answer);
  }
}

type SettleAnswer = Awaited<ReturnType<typeof askToSettle>>;

function noAnswer(cause?: unknown): never {
  if (cause instanceof FacilitatorUnavailableError) throw cause;
  throw new FacilitatorUnavailableError('The facilitator gave no answer', { cause });
}

function asSuccess(
  answer: SettleAnswer,
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

function asFailure({ errorReason, transaction: named }: SettleAnswer): Settlement {
  const transaction = asTransaction(named);
  const reason = asReason(errorReason, 'unexpected_settle_error');
  if (alreadyUsed.test(reason)) return unknown(reason, transaction);
  if (ambiguous.test(reason) && !transaction) return unknown(reason);
  return definiteFailure.test(reason) ? failed(reason, transaction) : unknown(reason, transaction);
}

function asTransaction(named: unknown): string | null {
  return typeof named === 'string' && isHash(named) ? named.toLowerCase() : null;
}
