'use client';
import { useEffect, useState } from 'react';
import type { Price } from '#lib/developers/price-list.ts';
import { useNetwork, usePublicConfig } from '#lib/public-config.tsx';
import { explainFailure, type FailureText } from '#lib/wallet/explain-failure.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import type { PaymentReceipt } from '#packages/client/payment/payment-receipt.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { ConnectButton } from '../wallet/connect-button.tsx';
import { TransactionSummary } from '../wallet/transaction-summary.tsx';
import { PaidCallReceipt } from './paid-call-receipt.tsx';

interface PaidCallTrialProps {
  /** `{origin}/{stage}`. */
  gatewayUrl: string;
  price: Extract<Price, { kind: 'price' }>;
}

/** Makes a paid call with the connected wallet. Shows the price, the data to sign and the receipt. */
export function PaidCallTrial({ gatewayUrl, price }: PaidCallTrialProps) {
  const wallet = useWallet();
  const config = usePublicConfig();
  const network = useNetwork();
  const payer = wallet.status === 'connected' ? wallet.address : null;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FailureText | null>(null);
  const [receipt, setReceipt] = useState<PaymentReceipt | null>(null);
  const [balance, setBalance] = useState<string | null>(null);

  // Reads the balance again after a settlement. If the chain cannot be read, no balance is shown and paying explains
  // the error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the receipt signals that the balance changed
  useEffect(() => {
    setBalance(null);
    if (!payer) return;
    let isCurrent = true;
    void import('./stablecoin-balance.ts')
      .then(({ stablecoinBalance }) => stablecoinBalance(config, payer))
      .then((read) => isCurrent && setBalance(read))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [payer, config, receipt]);

  async function pay(from: `0x${string}`) {
    setBusy(true);
    setFailure(null);
    setReceipt(null);
    try {
      const { payForKey } = await import('./pay-for-key.ts');
      const { chainId } = config;
      setReceipt(await payForKey({ gatewayUrl, chainId, payer: from, amount: price.amount }));
    } catch (error) {
      setFailure(explainFailure(error));
      setReceipt(receiptOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (!payer) {
    return (
      <Notice action={<ConnectButton />}>
        The wallet that you connect pays {price.price}
        {config.environment === 'local' && ' of play money: the burner wallets of the local chain have some'}.
      </Notice>
    );
  }
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
        <Button variant="primary" busy={busy} onClick={() => pay(payer)}>
          {busy ? 'Check your wallet' : `Pay ${price.price} and call`}
        </Button>
        {balance && (
          <p className="text-sm text-ink2">
            Your balance: <span className="tabular">{balance}</span>
          </p>
        )}
      </div>
      {failure && (
        <ErrorState title={failure.title} requestId={failure.requestId}>
          {failure.advice}
        </ErrorState>
      )}
      {receipt && <PaidCallReceipt receipt={receipt} price={price.price} />}
    </div>
  );
}

/** The receipt of a failed call, if something was signed before it failed. */
function receiptOf(error: unknown): PaymentReceipt | null {
  const { receipt } = error as { receipt?: PaymentReceipt | null };
  return receipt ?? null;
}
