'use client';
import type { AccessRequestFieldsFragment } from '@labroom/client/documents';
import { useId } from 'react';
import { encodeFunctionData } from 'viem';
import { useAction } from '#lib/actions/use-action.ts';
import { useNetwork, usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import { grantRole } from '#lib/wallet/transactions/grant-role.ts';
import type { GrantableRole } from '#lib/wallet/transactions/roles.ts';
import { walletRuntime } from '#lib/wallet/wallet-store.ts';
import { roleName } from '../../core/labs/role-name.ts';
import { Person } from '../../core/people/person.tsx';
import { NetworkBanner } from '../../core/wallet/network-banner.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';

interface GrantAllDialogProps {
  lab: { oclId: string; name: string };
  /** The connected wallet. */
  wallet: `0x${string}`;
  /** At least two. */
  requests: readonly AccessRequestFieldsFragment[];
  onDone: () => void;
  onClose: () => void;
}

/** Grants what several invited people accepted, in one transaction. */
export function GrantAllDialog({ lab, wallet, requests, onDone, onClose }: GrantAllDialogProps) {
  const network = useNetwork();
  const config = usePublicConfig();
  const reasonId = useId();
  const {
    data: canSend,
    failure,
    isReading,
    readAgain,
  } = useRead({
    key: ['wallet sends batches', wallet],
    read: async () => (await walletRuntime()).canSendBatch(),
  });
  const granting = useAction(async () => {
    const calls = requests.map(({ wallet: account, role, until }) => {
      const expiry = until === null ? null : new Date(until);
      const to = account as `0x${string}`;
      return grantRole({ network, lab, account: to, role: role as GrantableRole, expiry, isAgent: false })
        .request;
    });
    await Promise.all(
      calls.map(({ address, abi, functionName, args }) =>
        chainClient(config).simulateContract({ address, abi, functionName, args, account: wallet }),
      ),
    );
    const runtime = await walletRuntime();
    const list = calls.map(({ address, abi, functionName, args }) => ({
      address,
      data: encodeFunctionData({ abi, functionName, args }),
      value: 0n,
    }));
    await runtime.batchMined(await runtime.sendBatch(list));
    onDone();
  });
  return (
    <ActionDialog
      failure={granting.failure}
      onClose={onClose}
      title={`Grant ${requests.length} roles`}
      description="One transaction of your wallet grants all of them, or none."
      action={granting.isRunning ? 'Check your wallet' : `Grant ${requests.length} roles`}
      busy={granting.isRunning}
      disabled={!canSend}
      describedBy={canSend ? undefined : reasonId}
      onAction={() => void granting.run()}
    >
      <div className="flex flex-col gap-4 text-sm">
        <NetworkBanner />
        {!canSend && (
          <div id={reasonId}>
            {canSend === false ? (
              <Notice kind="warning">
                Your wallet sends one transaction at a time. Grant each request by itself.
              </Notice>
            ) : isReading ? (
              <p className="text-ink2">Asking your wallet whether it sends several grants at once …</p>
            ) : (
              <FailureNotice failure={failure} onRetry={readAgain} />
            )}
          </div>
        )}
        <ul className="border-t border-line">
          {requests.map(({ id, wallet: account, role, until }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2"
            >
              <Person value={account} />
              <span className="text-ink2">
                {roleName(role)}{' '}
                {until ? (
                  <>
                    until <Time value={until} style="date" />
                  </>
                ) : (
                  'without an end'
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </ActionDialog>
  );
}
