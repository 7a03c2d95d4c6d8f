'use client';
import type { PaymentReceipt, PaymentState } from '@labroom/client/payment/payment-receipt';
import { useNetwork } from '#lib/config/public-config.tsx';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { Notice } from '../ui/notice.tsx';

const words: Record<PaymentState, string> = {
  paid: 'Paid. The call was served and the transfer is onchain.',
  pending: 'Served. The gateway is still settling the transfer.',
  sent: 'Sent. The outcome is not known yet; look up the nonce onchain.',
  'not-charged': 'Not charged.',
};

interface PaidCallReceiptProps {
  receipt: PaymentReceipt;
  price: string;
}

/** The outcome of a payment. */
export function PaidCallReceipt({ receipt, price }: PaidCallReceiptProps) {
  const network = useNetwork();
  const { state, transaction, payer, payTo, nonce, mutation } = receipt;
  return (
    <section aria-label="Receipt" className="flex flex-col gap-4">
      <Notice kind={state === 'paid' ? 'success' : 'warning'}>{words[state]}</Notice>
      <DefinitionList>
        <Definition term="Call">
          <code className="font-mono">{mutation}</code>, {price}
        </Definition>
        <Definition term="From and to">
          <Address value={payer} href={explorerLink(network, 'address', payer)} /> to{' '}
          <Address value={payTo} href={explorerLink(network, 'address', payTo)} />
        </Definition>
        {transaction && (
          <Definition term={`Transaction on ${network.title}`}>
            <Address value={transaction} full href={explorerLink(network, 'tx', transaction)} />
          </Definition>
        )}
        <Definition term="Nonce of the authorization">
          <Address value={nonce} full />
        </Definition>
      </DefinitionList>
    </section>
  );
}
