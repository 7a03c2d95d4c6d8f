'use client';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { explainListFailure } from '#lib/share/explain-list-failure.ts';
import type { Holder } from '#lib/share/shared-files.ts';
import { sendTransaction, waitUntilMined } from '#lib/wallet/run-transaction.ts';
import { unlistReader } from '#lib/wallet/transactions/list-reader.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { notify } from '../ui/message.ts';
import { whatOf } from './what-of.ts';

/** Takes files back from a reader, by a transaction of this wallet. `onDone` is called with whom it was. */
export function useUnlist(onDone: (holder: Holder) => void) {
  const { lab, network, me } = useDataRoom();
  const config = usePublicConfig();
  const [ending, setEnding] = useState<Holder | null>(null);
  const action = useAction(async (holder: Holder) => {
    const { accessList } = network.contracts;
    if (!accessList || me.identity.kind !== 'signed-in') return;
    setEnding(holder);
    const { subject, reader, paths } = holder;
    const transaction = unlistReader({ accessList, lab, subject, what: whatOf(paths), reader });
    const hash = await sendTransaction(transaction, me.identity.address, config, () => undefined);
    await waitUntilMined(hash, config);
    notify('success', 'Taken back. The entry opens nothing from this block on.');
    onDone(holder);
  }, explainListFailure);
  return { ...action, ending: action.isRunning ? ending : null };
}
