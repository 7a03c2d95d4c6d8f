'use client';
import { useRouter } from 'next/navigation';
import { callApi } from '#lib/api/browser.ts';
import { useNetwork, usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { forgetTransfer, type SentTransfer } from '#lib/tokenize/unconfirmed-transfer.ts';
import { waitUntilIndexed } from '#lib/tokenize/wait-until-indexed.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { TransactionRevertedError, waitUntilMined } from '#lib/wallet/run-transaction.ts';
import { walletRuntime } from '#lib/wallet/wallet-store.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';

interface TransferOutcomeProps {
  oclId: string;
  /** The wallet that sent it. Lowercase. */
  wallet: `0x${string}`;
  sent: SentTransfer;
  /** The user sends another transfer without knowing what became of this one. */
  onForget: () => void;
  onClose: () => void;
}

/**
 * Waits for a transfer that the wallet has sent, and says what became of it. The transfer is remembered until then, so that
 * it is not sent twice. Then refreshes the page.
 */
export function TransferOutcome({ oclId, wallet, sent, onForget, onClose }: TransferOutcomeProps) {
  const config = usePublicConfig();
  const network = useNetwork();
  const router = useRouter();
  const {
    data: hash,
    failure,
    readAgain,
  } = useRead({
    key: ['transfer', sent.id],
    async read() {
      const mined = sent.isBatch
        ? await (await walletRuntime()).batchMined(sent.id)
        : (sent.id as `0x${string}`);
      const receipt = await waitUntilMined(mined, config).catch((error) => {
        if (error instanceof TransactionRevertedError) forgetTransfer({ oclId, wallet });
        throw error;
      });
      forgetTransfer({ oclId, wallet });
      const refresh = () => router.refresh();
      void waitUntilIndexed(callApi, oclId, Number(receipt.blockNumber)).then(refresh, refresh);
      return mined;
    },
  });
  return (
    <div className="flex flex-col items-start gap-4">
      {hash ? (
        <Notice kind="success">
          <p>{sent.done}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2">
            Transaction <Address value={hash} href={explorerLink(network, 'tx', hash)} />
          </p>
        </Notice>
      ) : failure ? (
        <>
          <FailureNotice failure={failure} onRetry={readAgain} retry="Check again" />
          <p className="text-sm">
            The wallet has sent the transaction. Look at the transfers of this page, or at your wallet, before
            you send anything again.
          </p>
        </>
      ) : (
        <p role="status">Waiting for the block. The transaction is sent; you can close this window.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onClose}>Close</Button>
        {failure && (
          <Button
            onClick={() => {
              forgetTransfer({ oclId, wallet });
              onForget();
            }}
          >
            Send another
          </Button>
        )}
      </div>
    </div>
  );
}
