'use client';
import { signTerms } from '../../lib/tokenize/sign-terms.ts';
import type { Standing } from '../../lib/tokenize/survey.ts';
import { walletRuntime } from '../../lib/wallet/wallet-store.ts';
import { shortHex } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { SafeOwners, ShareDraft } from './safe-owners.tsx';
import type { Desk } from './use-desk.ts';

interface SignatureStepProps {
  standing: Extract<Standing, { step: 'signature' }>;
  desk: Desk<Standing>;
}

/** The signature of the terms: of the wallet that holds the lab, or of enough owners of its Safe. */
export function SignatureStep({ standing, desk }: SignatureStepProps) {
  const { control, given } = standing;
  const { draft, world } = desk;
  if (!draft) return null;
  const hasSigned = world.wallet.toLowerCase() in given;

  const sign = () => desk.act(async () => signTerms(world, await walletRuntime(), standing, draft));

  return (
    <div className="flex flex-col items-start gap-3">
      <p>
        A message, no transaction and no cost. It is of use only for this lab, this agreement and this chain,
        and becomes public with the token. All but the signature was tried on the contracts just now and would
        go through.
      </p>
      {control.kind === 'safe' && (
        <>
          <p>
            The Safe {shortHex(control.safe.address)} holds the lab. {control.safe.threshold} of its{' '}
            {control.safe.owners.length} owners sign (as the Safe’s message, ERC-1271).
          </p>
          <SafeOwners safe={control.safe} given={given} done="has signed" wallet={world.wallet} />
        </>
      )}
      <FailureNotice failure={desk.failure} />
      {!hasSigned && (
        <Button variant="primary" busy={desk.isActing || desk.isLooking} onClick={sign}>
          {desk.isActing ? 'Check your wallet' : 'Sign the terms'}
        </Button>
      )}
      {hasSigned && <ShareDraft draft={draft} />}
    </div>
  );
}
