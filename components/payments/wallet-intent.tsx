'use client';
import { SetWalletIntentDocument, WalletIntentDocument } from '@labroom/client/documents';
import { intentSettingMessage } from '@labroom/protocol/payment-intent';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { ApiProvider } from '#lib/session/api-provider.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SettingCheckbox } from '../ui/setting-checkbox.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Whether all payments of the signed-in wallet must name their calls. The wallet signs each change. */
export function WalletIntent({ wallet }: { wallet: string }) {
  return (
    <ApiProvider>
      <Setting wallet={wallet as `0x${string}`} />
    </ApiProvider>
  );
}

function Setting({ wallet }: { wallet: `0x${string}` }) {
  const { chainId } = usePublicConfig();
  const connected = useWallet();
  const { data, failure, reload } = useApiQuery(WalletIntentDocument, {});
  const set = useApiMutation(SetWalletIntentDocument);
  const change = useAction(async (required: boolean) => {
    const signed = { chainId, site: location.host, wallet, issuedAt: new Date().toISOString(), required };
    const signature = await (await walletRuntime()).signTypedData(intentSettingMessage(signed));
    await set({ wallet, required, issuedAt: signed.issuedAt, signature });
    reload();
  });
  if (failure) return <FailureNotice failure={explainFailure(failure)} />;
  if (!data) return <Skeleton className="h-16" />;
  const canSign = connected.status === 'connected' && connected.address === wallet;
  return (
    <div className="flex flex-col items-start gap-4">
      <SettingCheckbox
        label="Take only payments of this wallet that name their call"
        hint="A seller elsewhere can then not use your payment here. Our client and command line do this. Other x402 clients may not, and are refused without a charge. You sign each change."
        checked={data.paidCalls.requiresIntent}
        disabled={!canSign}
        {...change}
      />
      {!canSign && <ConnectButton />}
    </div>
  );
}
