import type { Control } from '#lib/tokenize/controller.ts';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { Address } from '../ui/address.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';

interface ControlNoticeProps {
  control: Control | null;
  failure: FailureText | null;
  onRetry: () => void;
  hasToken: boolean;
}

/** Describes how the connected wallet controls the lab. Renders nothing if the wallet itself holds the lab. */
export function ControlNotice({ control, failure, onRetry, hasToken }: ControlNoticeProps) {
  const doing = hasToken ? 'change its supply' : 'create its token';
  if (failure) {
    return <FailureNotice failure={failure} onRetry={onRetry} />;
  }
  switch (control?.kind) {
    case 'safe':
      return (
        <Notice>
          The Safe <Address value={control.holder} /> holds this lab, and your wallet is one of its{' '}
          {control.safe.owners.length} {control.safe.owners.length === 1 ? 'owner' : 'owners'}.{' '}
          {control.safe.threshold === 1
            ? 'You can act for it without other owners.'
            : `${control.safe.threshold} of its owners must sign.`}
        </Notice>
      );
    case 'account-owner':
      return (
        <Notice kind="warning">
          The smart account <Address value={control.holder} /> holds this lab, and your wallet owns it.
          Connect that account itself, with the app it is used with, to {doing}.
        </Notice>
      );
    case 'none':
      return (
        <Notice>
          <Address value={control.holder} /> holds this lab. Your wallet does not, so it cannot sign here.
        </Notice>
      );
    default:
      return null;
  }
}
