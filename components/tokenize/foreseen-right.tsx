'use client';
import { useRead } from '#lib/reading/use-read.ts';
import type { Controller } from '#lib/tokenize/controller.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { type ForeseenRight as Foreseen, foreseeRight } from '#lib/tokenize/foresee-right.ts';
import type { TokenizationContext } from '#lib/tokenize/tokenization-context.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';

interface ForeseenRightProps {
  context: TokenizationContext;
  token: `0x${string}`;
  control: Controller;
}

/** Whether attaching a token proves the right of the lab to it, or is a claim only. Said before anything is signed. */
export function ForeseenRight({ context, token, control }: ForeseenRightProps) {
  const { holder } = control;
  const { data, failure, readAgain } = useRead({
    key: ['foreseen right', context.lab.oclId, holder, token],
    read: () => foreseeRight(context, { token, holder }),
    explain: explainTokenizationError,
  });
  if (failure) return <FailureNotice failure={failure} onRetry={readAgain} />;
  return (
    data && (
      <div role="note" aria-label="Right to the token" className="w-full">
        <ForeseenNotice right={data} />
      </div>
    )
  );
}

function ForeseenNotice({ right }: { right: Foreseen }) {
  switch (right.kind) {
    case 'proved':
      return (
        <Notice kind="success">
          <p className="font-medium">Attaching proves the right of the lab to this token.</p>
          <p>
            The token’s contract names the {right.names} of the lab as its {right.as}. While it does, no other
            lab can attach this token. Labs that claimed it before keep their claims, and their pages name
            this lab.
          </p>
        </Notice>
      );
    case 'claimed':
      return (
        <Notice kind="warning">
          <p className="font-medium">Attaching this token is a claim, not a proof.</p>
          <p>
            The token’s contract names neither the holder nor the account of the lab as its owner or default
            administrator. Anybody who holds a lab can claim any token, so a claim says nothing of a right to
            it. The page of the lab will say “Claimed, not proved”. Once the contract names one of the two,
            prove the right here by attaching, or afterwards on this page.
          </p>
        </Notice>
      );
    case 'refused':
      return (
        <Notice kind="warning">
          <p className="font-medium">Lab #{String(right.labId)} has proved its right to this token.</p>
          <p>No other lab can attach it while the token’s contract names that lab’s holder or account.</p>
        </Notice>
      );
  }
}
