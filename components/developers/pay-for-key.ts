import { GenerateDataEncryptionKeyDocument } from '@labroom/client/documents';
import { payAndCall } from '@labroom/client/payment/pay-and-call';
import { PaymentBudget } from '@labroom/client/payment/payment-budget';
import type { PaymentNetwork } from '@labroom/client/payment/payment-quote';
import type { PaymentReceipt } from '@labroom/client/payment/payment-receipt';
import type { TypedDataDefinition } from 'viem';
import { walletRuntime } from '#lib/wallet/wallet-store.ts';

interface PayForKeyOptions {
  gatewayUrl: string;
  network: PaymentNetwork;
  payer: `0x${string}`;
  /** The displayed price in the token's smallest unit. A higher price is rejected. */
  amount: string;
}

/** Pays for one call of `triedMutation` with the connected wallet. Errors: `PaidCallError`, and the wallet's errors. */
export async function payForKey({
  gatewayUrl,
  network,
  payer,
  amount,
}: PayForKeyOptions): Promise<PaymentReceipt> {
  const limit = BigInt(amount);
  const runtime = await walletRuntime();
  const { receipt } = await payAndCall(
    {
      gatewayUrl,
      network,
      wallet: { address: payer, signTypedData: (data) => runtime.signTypedData(data as TypedDataDefinition) },
      budget: new PaymentBudget({ perCall: limit, perDay: limit }),
    },
    GenerateDataEncryptionKeyDocument,
    {},
  );
  return receipt;
}
