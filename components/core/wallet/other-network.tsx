'use client';
import { useAction } from '#lib/actions/use-action.ts';
import { useNetwork } from '#lib/config/public-config.tsx';
import { networkName } from '#lib/wallet/network-name.ts';
import { walletRuntime } from '#lib/wallet/wallet-store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The message of `NetworkBanner`. */
export function OtherNetwork({ walletChainId }: { walletChainId: number }) {
  const { title } = useNetwork();
  const switching = useAction(async () => (await walletRuntime()).switchNetwork());
  return (
    <section aria-label="Network of the wallet" className="w-full text-ink">
      <Notice
        kind="warning"
        action={
          <Button size="sm" busy={switching.isRunning} onClick={() => switching.run()}>
            {switching.isRunning ? 'Check your wallet' : `Switch to ${title}`}
          </Button>
        }
      >
        <p>
          Your wallet is on {networkName(walletChainId)}. Transactions on this page need {title}.
        </p>
        <p role="status" className="text-ink2 empty:hidden">
          {switching.failure && explain(switching.failure)}
        </p>
      </Notice>
    </section>
  );
}

function explain({ title, advice, declined }: { title: string; advice?: string; declined?: true }): string {
  if (declined) return 'You declined to switch. You are asked again before a transaction.';
  return advice ? `${title} ${advice}` : title;
}
