import { randomUUID } from 'node:crypto';
import { CreateAnnouncementDocument, GenerateDataEncryptionKeyDocument } from '@labroom/client/documents';
import { PaidCallError } from '@labroom/client/payment/paid-call-failure.ts';
import { type Payer, payAndCall } from '@labroom/client/payment/pay-and-call';
import { PaymentBudget } from '@labroom/client/payment/payment-budget';
import type { PaymentReceipt } from '@labroom/client/payment/payment-receipt';
import { networks } from '@labroom/contracts/networks';
import type { Hex } from 'viem';
import type { Payment } from '../journal.ts';
import type { Wallet } from '../people.ts';
import type { ClientAction, StormContext } from '../storm-context.ts';
import { leavesOpen } from '../with-retries.ts';

/** Pays for announcements and data keys. What became of a payment whose answer was lost is found out at the end. */
export function payer({ stack, journal }: StormContext, wallet: Wallet, oclId: Hex): ClientAction {
  let paidFor: string | null = null;
  let last: Payment | null = null;
  const keep = (receipt: PaymentReceipt) => {
    last = { receipt, headline: paidFor, answered: 'nothing' };
    journal.payments.set(receipt.nonce, last);
  };
  const note = (answered: string) => {
    if (last) last.answered = answered;
  };
  const budget = new PaymentBudget({ perCall: 10n ** 9n, perDay: 10n ** 15n }, { keep, since: () => [] });
  const paying: Payer = { gatewayUrl: `${stack.url}/local`, network: networks[31337], wallet, budget };

  return async () => {
    const from = performance.now();
    last = null;
    paidFor = Math.random() < 0.5 ? randomUUID() : null;
    try {
      if (paidFor === null) {
        await payAndCall(paying, GenerateDataEncryptionKeyDocument, {}, { anyway: true });
      } else {
        const noted = { oclId, acknowledged: false };
        journal.announcements.set(paidFor, noted);
        const args = { oclId, headline: paidFor, body: 'Paid for.' };
        await payAndCall(paying, CreateAnnouncementDocument, args, { anyway: true });
        noted.acknowledged = true;
      }
      note('data');
      journal.tasks.push({ kind: 'pay for a call', from, until: performance.now() });
    } catch (error) {
      if (!(error instanceof PaidCallError)) throw error;
      if (error.receipt?.state === 'paid') note(`error ${error.code}`);
      const isOpen = leavesOpen(error) || error.code === 'PAYMENT_UNKNOWN';
      // A payment can be rejected while recovery settles the previous one.
      if (!isOpen && error.code !== 'PAYMENT_REFUSED') throw error;
      journal.retries.push({ code: `paid: ${error.reason ?? error.code}`, at: performance.now() });
    }
  };
}
