'use client';
import { useState } from 'react';
import { useRun } from '#lib/actions/use-run.ts';
import { connectWallet, useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import { showFailure } from '../core/wallet/show-failure.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/message.ts';
import { part } from '../ui/part.tsx';
import type { TokenOfPage } from './token-of-page.ts';

const TransferDialog = part(async () => (await import('./transfer-dialog.tsx')).TransferDialog, {
  failure: 'in place',
});

/** What a holder can do with the token. The dialog is loaded when it is opened. */
export function TokenActions({ token }: { token: TokenOfPage }) {
  const wallet = useWallet();
  const [open, setOpen] = useState<'one' | 'many' | null>(null);
  const adding = useRun(() => addToWallet(token, wallet.status === 'connected').catch(showFailure));
  const close = () => setOpen(null);

  // The dialog to choose a wallet cannot be used above another dialog, so the wallet is connected first.
  function show(to: 'one' | 'many') {
    setOpen(to);
    if (wallet.status === 'disconnected') connectWallet().catch(showFailure);
  }

  const connected = wallet.status === 'connected' ? wallet.address : null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => show('one')}>Send</Button>
      <Button onClick={() => show('many')}>Distribute</Button>
      {token.decimals !== null && (
        <Button busy={adding.isRunning} onClick={() => adding.run()}>
          Add to wallet
        </Button>
      )}
      {open && connected && <TransferDialog token={token} wallet={connected} to={open} onClose={close} />}
    </div>
  );
}

async function addToWallet({ address, symbol, decimals }: TokenOfPage, isConnected: boolean): Promise<void> {
  if (!isConnected) return connectWallet();
  if (decimals === null) return;
  const wallet = await walletRuntime();
  const added = await wallet.watchToken({ address, symbol, decimals });
  if (added) notify('success', 'The wallet lists the token.');
}
