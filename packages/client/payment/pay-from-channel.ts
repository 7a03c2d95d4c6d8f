import { encodePaymentSignatureHeader } from '@x402/core/http';
import { deliver, type PaidCall } from './deliver-call.ts';
import { readChallenge, readSettlement } from './paid-answer.ts';
import type { PaymentBudget } from './payment-budget.ts';
import type { ChannelCall, PaymentChannel, SignedVoucher } from './payment-channel.ts';
import type { PaymentNetwork } from './payment-quote.ts';
import type { PaymentReceipt } from './payment-receipt.ts';
import type { PaymentWallet } from './sign-payment.ts';

interface ChannelPurchase<Data> {
  channel: PaymentChannel;
  call: ChannelCall;
  /** Names the call, and asks for its answer if it was charged before. */
  nameCall(): Promise<Record<string, string>>;
  send(headers: Record<string, string>): Promise<Response>;
  read(response: Response): Promise<Data>;
}

/** Vouchers that are signed for one call, where another program pays from the same channel. */
const MOST_VOUCHERS = 4;

/** Pays a call by a voucher. The same voucher is sent until there is an answer; another one only where it was not charged. */
export function payFromChannel<Data>(
  payer: { network: PaymentNetwork; wallet: PaymentWallet; budget: PaymentBudget },
  { channel, call, nameCall, send, read }: ChannelPurchase<Data>,
): Promise<PaidCall<Data>> {
  return channel.inTurn(async () => {
    const signed = new Set<bigint>();
    const sign = async () => {
      const next = await channel.sign(payer, call);
      if (next.total > 0n) signed.add(next.total);
      return next;
    };
    let voucher = await sign();
    const named = await nameCall().catch(async (refused: unknown) => {
      await channel.discard(payer, voucher);
      throw refused;
    });
    const sendVoucher = () =>
      send({ ...named, 'payment-signature': encodePaymentSignatureHeader(voucher.payload) });

    async function sendUntilTaken(): Promise<Response> {
      let response = await sendVoucher();
      for (let tries = 1; tries < MOST_VOUCHERS && response.status === 402; tries += 1) {
        const required = readChallenge(response.headers);
        if (!required || !(await channel.correct(payer, call, voucher, required, signed))) break;
        voucher = await sign();
        response = await sendVoucher();
      }
      return response;
    }

    let isSettled = false;
    async function settled(told: PaymentReceipt, response: Response): Promise<PaymentReceipt> {
      isSettled = true;
      await channel.settle(payer, voucher, told);
      if (told.state !== 'paid') return told;
      const differences = compareCharge(response, voucher);
      return { ...told, transaction: null, signed: { ...told.signed, differences } };
    }

    const sent = () => voucher.receipt;
    try {
      return await deliver(payer, call, {
        sent,
        read,
        verify: settled,
        send: sendUntilTaken,
        sendAgain: sendUntilTaken,
      });
    } catch (error) {
      if (!isSettled) await channel.settle(payer, voucher, sent());
      throw error;
    }
  });
}

/** In what the charge that an answer tells differs from the voucher. */
function compareCharge({ headers }: Response, { total, receipt }: SignedVoucher): string[] {
  const extra = readSettlement(headers)?.extra;
  const state = extra?.channelState as { chargedCumulativeAmount?: unknown } | undefined;
  const told = [
    ['chargedAmount', extra?.chargedAmount, receipt.amount],
    ['channelState.chargedCumulativeAmount', state?.chargedCumulativeAmount, `${total}`],
  ] as const;
  return told.flatMap(([field, found, expected]) =>
    found === expected
      ? []
      : [`settlement.extra.${field} is ${JSON.stringify(found)?.slice(0, 200)}, not ${expected}`],
  );
}
