import { paymentChannels } from '@labroom/contracts/payment-channels';
import type { PaymentPayload, PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { BATCH_SETTLEMENT_DOMAIN, type ClientEvmSigner, voucherTypes } from '@x402/evm';
import {
  BatchSettlementEvmScheme,
  type ClientChannelStorage,
  computeChannelId,
  recoverFromSignature,
} from '@x402/evm/batch-settlement/client';
import {
  createPublicClient,
  type Hex,
  hashTypedData,
  http,
  isAddressEqual,
  type TypedDataDefinition,
} from 'viem';
import { LabroomError } from '../api/api-failure.ts';
import { type ChannelChain, type ChannelState, readChannelState } from './channel-state.ts';
import { channelIn, chargedIn } from './paid-answer.ts';
import { overBudget } from './paid-call-failure.ts';
import type { PaymentBudget } from './payment-budget.ts';
import type { PaymentNetwork } from './payment-quote.ts';
import type { ChannelConfig, PaymentReceipt } from './payment-receipt.ts';
import type { PaymentWallet } from './sign-payment.ts';

export interface ChannelOptions {
  /** What is put into the channel when it holds too little for a call, in the token's smallest unit. The budget bounds it. */
  deposit: bigint;
  /** A node of the chain, which says what the channel holds. */
  rpcUrl: string;
}

interface ChannelPayer {
  network: PaymentNetwork;
  wallet: PaymentWallet;
  budget: PaymentBudget;
}

/** The call that a voucher is for. */
export interface ChannelCall {
  /** Compared with the price (`compareChannelTerms`). */
  terms: PaymentRequirements;
  /** For display. */
  price: string;
  /** Without what a channel adds. */
  receipt: Omit<PaymentReceipt, 'nonce' | 'channel'>;
}

export interface SignedVoucher {
  payload: PaymentPayload;
  receipt: PaymentReceipt;
  total: bigint;
  /** Of the money that comes with it. */
  deposit: PaymentReceipt | null;
}

/** The salt of the stock client: its channel with a service is this one. */
const salt: Hex = `0x${'00'.repeat(32)}`;
/** The longest time for which a deposit is signed. */
const mostSeconds = 600;

/**
 * A payment channel of a wallet with each service that it pays: one deposit, then a signed voucher for each call, which the service
 * claims later (docs/specification/gateway.md#payment-channels). What was signed is in the receipts of the budget, so a program that
 * keeps them goes on with the same channel. Calls run one after another. One program at a time should pay from the channels of a wallet.
 */
export class PaymentChannel {
  readonly deposit: bigint;
  readonly #chain: ChannelChain;
  readonly #states = new Map<string, ChannelState>();
  #last: Promise<unknown> = Promise.resolve();

  constructor({ deposit, rpcUrl }: ChannelOptions) {
    this.deposit = deposit;
    this.#chain = createPublicClient({ transport: http(rpcUrl) });
  }

  /** Runs when earlier calls have ended: a voucher follows the one before it. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    const ended = this.#last.then(run);
    this.#last = ended.catch(() => {});
    return ended;
  }

  /**
   * Signs a voucher for what was charged and the price, and a deposit where the channel holds too little. Both are in the budget
   * before they are signed, and nothing else is signed. Without receipts of a channel that holds money, the voucher is for nothing: the
   * service's refusal says what was charged (`correct`).
   */
  async sign(payer: ChannelPayer, { terms: offered, price, receipt }: ChannelCall): Promise<SignedVoucher> {
    const { wallet, budget } = payer;
    const config = this.#schemeFor(payer).buildChannelConfig(offered);
    const id = computeChannelId(config, offered.network);
    const state = this.#states.get(id) ?? (await this.#read(payer, offered, id));
    this.#states.set(id, state);
    const amount = state.charged === null ? '0' : offered.amount;
    const terms = { ...offered, amount, maxTimeoutSeconds: Math.min(offered.maxTimeoutSeconds, mostSeconds) };
    const total = (state.charged ?? 0n) + BigInt(amount);
    const nonce = voucherHash(id, total, payer.network);
    const voucher = {
      ...receipt,
      ...{ amount, nonce, channel: { kind: 'voucher', id, total: `${total}` } },
    } satisfies PaymentReceipt;
    let deposit: PaymentReceipt | null = null;

    const spend = async (spent: PaymentReceipt, what?: string) => {
      const denial = await budget.spend(spent);
      if (denial) throw overBudget(denial, { price }, what);
    };
    const guarded = async (message: Parameters<PaymentWallet['signTypedData']>[0]): Promise<Hex> => {
      if (message.primaryType === 'ReceiveWithAuthorization') {
        const added = this.#depositOf(payer, message, { receipt, config, id });
        await spend(added, 'With the deposit of its channel, this call');
        deposit = added;
      } else if (hashTypedData(message as TypedDataDefinition) !== nonce) throw unexpectedMessage();
      return wallet.signTypedData(message);
    };

    if (total > 0n) await spend(voucher);
    try {
      const scheme = this.#schemeFor(payer, guarded);
      const { payload } = await scheme.createPaymentPayload(2, terms);
      return { payload: { x402Version: 2, accepted: offered, payload }, receipt: voucher, total, deposit };
    } catch (error) {
      await this.discard(payer, { receipt: voucher, deposit });
      throw error;
    }
  }

  /** Keeps that a voucher and its deposit are not sent. */
  async discard(
    { budget }: ChannelPayer,
    { receipt, deposit }: Pick<SignedVoucher, 'receipt' | 'deposit'>,
  ): Promise<void> {
    for (const unsent of [receipt, deposit])
      if (unsent) await budget.keep({ ...unsent, state: 'not-charged', reason: 'not_signed' });
  }

  /**
   * Reads from a refusal what was charged to the channel, where that is not what the voucher follows. A higher amount needs the
   * payer's own signature as proof, so nobody can have more signed than the price of the call.
   * @param signed totals of the call
   * @returns whether a new voucher can be signed; otherwise one of the call was charged, or it cannot be told
   */
  async correct(
    payer: ChannelPayer,
    { terms }: ChannelCall,
    { receipt, total }: SignedVoucher,
    challenge: PaymentRequired,
    signed: ReadonlySet<bigint>,
  ): Promise<boolean> {
    const charged = chargedIn(challenge);
    const state = receipt.channel && this.#states.get(receipt.channel.id);
    if (charged === null || !state || signed.has(charged)) return false;
    if (charged <= total) state.charged = charged;
    else if (!(await this.#isProved(payer, terms, challenge))) return false;
    // Another program may have signed the same voucher, and been charged for it.
    const kept = (await payer.budget.receipts()).find(({ nonce }) => nonce === receipt.nonce);
    if (kept?.state === 'sent')
      await payer.budget.keep({ ...receipt, state: 'not-charged', reason: 'not_charged_by_channel' });
    return true;
  }

  /** Keeps what became of a voucher and its deposit. What is not certain is read again before the next call. */
  async settle(
    { budget }: ChannelPayer,
    { receipt, total, deposit }: SignedVoucher,
    told: PaymentReceipt,
  ): Promise<void> {
    const { id } = receipt.channel ?? {};
    const state = id && this.#states.get(id);
    if (!state) return;
    if (told.state !== 'paid') {
      this.#states.delete(id);
      return;
    }
    state.charged = total;
    if (!deposit) return;
    state.balance += BigInt(deposit.amount);
    await budget.keep({ ...deposit, state: 'paid', transaction: told.transaction }).catch(() => {});
  }

  /** Whether the payer signed for what was charged, so that no signature can cost more; then the state is kept. */
  async #isProved(
    { wallet }: ChannelPayer,
    terms: PaymentRequirements,
    challenge: PaymentRequired,
  ): Promise<boolean> {
    const { channelState, voucherState } = channelIn(challenge) as Record<string, never>;
    if (voucherState === undefined || channelState === undefined) return false;
    const deps = { signer: this.#signerOf(wallet), storage: this.#storage(), salt };
    // What is malformed proves nothing.
    return recoverFromSignature(deps, terms, channelState, voucherState).catch(() => false);
  }

  async #read(
    { budget, wallet }: ChannelPayer,
    { asset }: PaymentRequirements,
    id: Hex,
  ): Promise<ChannelState> {
    try {
      return await readChannelState(this.#chain, budget, { id, payer: wallet.address, asset: asset as Hex });
    } catch (cause) {
      const message = 'The state of the payment channel could not be read from the chain. Nothing was paid.';
      throw new LabroomError({ code: 'NETWORK_ERROR', message }, { cause });
    }
  }

  #depositOf(
    { network }: ChannelPayer,
    { domain, message }: Parameters<PaymentWallet['signTypedData']>[0],
    { receipt, config, id }: { receipt: ChannelCall['receipt']; config: ChannelConfig; id: Hex },
  ): PaymentReceipt {
    const isExpected =
      isAddressEqual(domain.verifyingContract as Hex, network.contracts.usdc) &&
      domain.chainId === network.chainId &&
      isAddressEqual(message.to as Hex, paymentChannels.collector) &&
      message.value === this.deposit;
    if (!isExpected) throw unexpectedMessage();
    return {
      ...receipt,
      mutation: 'deposit',
      amount: `${this.deposit}`,
      payTo: paymentChannels.collector,
      nonce: String(message.nonce),
      channel: { kind: 'deposit', id, config },
    };
  }

  #schemeFor({ wallet }: ChannelPayer, signTypedData?: PaymentWallet['signTypedData']) {
    const strategy = { storage: this.#storage(), salt, depositStrategy: () => this.deposit };
    return new BatchSettlementEvmScheme(this.#signerOf(wallet, signTypedData), strategy);
  }

  #signerOf({ address }: PaymentWallet, signTypedData = refuseToSign): ClientEvmSigner {
    const readContract = (call: object) => this.#chain.readContract(call as never);
    return { address, readContract, signTypedData };
  }

  /** The states in the form of the library. */
  #storage(): ClientChannelStorage {
    return {
      get: async (id) => {
        const { charged, balance } = this.#states.get(id) ?? { charged: null, balance: 0n };
        return { chargedCumulativeAmount: `${charged ?? 0n}`, balance: `${balance}` };
      },
      set: async (id, { chargedCumulativeAmount = '0', balance = '0' }) => {
        this.#states.set(id, { charged: BigInt(chargedCumulativeAmount), balance: BigInt(balance) });
      },
      delete: async (id) => void this.#states.delete(id),
    };
  }
}

function voucherHash(channelId: Hex, maxClaimableAmount: bigint, { chainId }: PaymentNetwork): Hex {
  return hashTypedData({
    domain: { ...BATCH_SETTLEMENT_DOMAIN, chainId, verifyingContract: paymentChannels.contract },
    types: voucherTypes,
    primaryType: 'Voucher',
    message: { channelId, maxClaimableAmount },
  });
}

const refuseToSign: PaymentWallet['signTypedData'] = () => Promise.reject(unexpectedMessage());

function unexpectedMessage(): Error {
  return new Error('The payment channel was about to sign another message than its own. Nothing was signed.');
}
