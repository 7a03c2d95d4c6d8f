'use client';
import {
  type AccessRequestFieldsFragment,
  BlockAskerDocument,
  DeclineAccessRequestDocument,
} from '@labroom/client/documents';
import {
  accessDeclineMessage,
  accessRequestLimits,
  signedText,
  textProblem,
} from '@labroom/protocol/access-request';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { walletRuntime } from '#lib/wallet/wallet-store.ts';
import { Person } from '../../core/people/person.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextareaField } from '../../ui/labelled-fields.tsx';

interface DeclineDialogProps {
  request: AccessRequestFieldsFragment;
  /** The connected wallet. */
  wallet: `0x${string}`;
  mayBlock: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Declines a request with a reason, by a signed message. */
export function DeclineDialog({ request, wallet, mayBlock, onDone, onClose }: DeclineDialogProps) {
  const { chainId } = usePublicConfig();
  const [reason, setReason] = useState('');
  const [isBlocking, setBlocking] = useState(false);
  const [isDeclined, setDeclined] = useState(false);
  const [error, setError] = useState<string>();
  const decline = useApiMutation(DeclineAccessRequestDocument);
  const block = useApiMutation(BlockAskerDocument);
  const declining = useAction(async (text: string) => {
    const signed = { wallet, issuedAt: new Date().toISOString() };
    const message = accessDeclineMessage(
      { ...signed, chainId, site: location.host },
      {
        oclId: request.oclId as `0x${string}`,
        request: request.id as `0x${string}`,
        asker: request.wallet as `0x${string}`,
        reason: text,
      },
    );
    const signature = await (await walletRuntime()).signTypedData(message);
    await decline({ input: { ...signed, id: request.id, reason: text }, signature });
    if (!isBlocking) return onDone();
    setDeclined(true);
    await blocking.run();
  });
  const blocking = useAction(async () => {
    await block({ oclId: request.oclId, wallet: request.wallet, isBlocked: true });
    onDone();
  });

  function submit() {
    const text = signedText(reason);
    const problem = textProblem(text, accessRequestLimits.reason);
    setError(problem ? `The reason ${problem}.` : undefined);
    if (!problem) void declining.run(text);
  }

  // A decision is made once. What is left is the block.
  if (isDeclined) {
    return (
      <ActionDialog
        failure={blocking.failure}
        failed="The wallet was not blocked."
        onClose={onDone}
        title="The request is declined"
        action="Block the wallet"
        busy={blocking.isRunning}
        onAction={() => void blocking.run()}
      >
        <p className="text-sm">
          The lab takes no more requests of <Person value={request.wallet} /> once it is blocked.
        </p>
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      failure={declining.failure}
      onClose={onClose}
      title="Decline the request"
      description="You sign the reason. Signing costs nothing."
      action={declining.isRunning ? 'Check your wallet' : 'Sign and decline'}
      busy={declining.isRunning}
      onAction={submit}
    >
      <p className="text-sm">
        Of <Person value={request.wallet} />
      </p>
      <TextareaField
        label="Reason"
        hint="The asker reads it."
        error={error}
        dir="auto"
        value={reason}
        maxLength={accessRequestLimits.reason}
        onValue={setReason}
      />
      {mayBlock && (
        <Checkbox
          label="Take no more requests of this wallet"
          checked={isBlocking}
          onChange={({ target }) => setBlocking(target.checked)}
        />
      )}
    </ActionDialog>
  );
}
