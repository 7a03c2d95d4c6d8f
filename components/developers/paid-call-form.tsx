'use client';
import type { PaymentReceipt } from '@labroom/client/payment/payment-receipt';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useNetwork } from '#lib/config/public-config.tsx';
import type { Price } from '#lib/developers/price-list.ts';
import { TransactionSummary } from '../core/wallet/transaction-summary.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { PaidCallReceipt } from './paid-call-receipt.tsx';
import { payForKey } from './pay-for-key.ts';
import { useStablecoinBalance } from './use-stablecoin-balance.ts';

interface PaidCallFormProps {
  /** `{origin}/{stage}`. */
  gatewayUrl: string;
  price: Price;
  /** The connected wallet. */
  payer: `0x${string}`;
}

/** Makes a paid call. Shows the price, the data to sign and the receipt. */
export function PaidCallForm({ gatewayUrl, price, payer }: PaidCallFormProps) {
  const network = useNetwork();
  const [receipt, setReceipt] = useState<PaymentReceipt | null>(null);
  // If the chain cannot be read, no balance is shown and paying explains the error.
  const balance = useStablecoinBalance(payer);
  const payment = useAction(async () => {
    setReceipt(null);
    try {
      setReceipt(await payForKey({ gatewayUrl, network, payer, amount: price.amount }));
    } catch (error) {
      setReceipt(receiptOf(error));
      throw error;
    } finally {
      balance.readAgain();
    }
  });

  return (
    <div className="flex max-w-prose flex-col gap-4">
      <TransactionSummary
        title={`Pay ${price.price} for one call of ${price.mutation}`}
        effect="Your wallet shows a TransferWithAuthorization: permission for exactly this one transfer, once, good for a few minutes. It costs no gas. The signature names neither this service nor the mutation. The call makes a data key, in your wallet’s name, that nobody uses."
        facts={[
          { label: 'From', value: payer },
          { label: 'To', value: price.payTo },
          { label: 'Amount', value: price.price },
          { label: 'Token', value: price.asset },
          { label: 'Chain', value: `${network.title}, ${network.chainId}` },
          { label: 'Free checks', value: 'None for this mutation: any wallet may call it.' },
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" busy={payment.isRunning} onClick={() => payment.run()}>
          {payment.isRunning ? 'Check your wallet' : `Pay ${price.price} and call`}
        </Button>
        {balance.data && !balance.failure && (
          <p className="text-sm text-ink2">
            Your balance: <span className="tabular">{balance.data}</span>
          </p>
        )}
      </div>
      <FailureNotice failure={payment.failure} />
      {receipt && <PaidCallReceipt receipt={receipt} price={price.price} />}
    </div>
  );
}

/** The receipt of a failed call, if something was signed before it failed. */
function receiptOf(error: unknown): PaymentReceipt | null {
  const { receipt } = error as { receipt?: PaymentReceipt | null };
  return receipt ?? null;
}
