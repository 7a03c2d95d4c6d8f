'use client';
import { User } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIdentity } from '#lib/session/session-context.tsx';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { SignInButton } from '../core/wallet/sign-in-button.tsx';
import { Button } from '../ui/button.tsx';
import { part } from '../ui/part.tsx';

const AccountMenu = part(async () => (await import('./account-menu.tsx')).AccountMenu, {
  failure: 'message',
  // As wide as the menu's button. Otherwise "Sign in" would move while it is being clicked.
  loading: (
    <Button size="sm" busy aria-label="Loading the account">
      <User aria-hidden className="size-4 sm:hidden" />
      <span className="invisible font-mono max-sm:hidden">0x0000…0000</span>
    </Button>
  ),
});

interface AccountControlProps {
  /** Beside the menu: what runs for the account. */
  jobs: ReactNode;
  /** In the menu: the number of unread notices. */
  unread: ReactNode;
}

/** Shows the next step: connect, sign in, or the account menu. */
export function AccountControl(parts: AccountControlProps) {
  const identity = useIdentity();
  switch (identity.kind) {
    case 'anonymous':
    case 'connecting':
      return <ConnectButton />;
    case 'connected':
    case 'other-wallet':
      return (
        <div className="flex items-center gap-2">
          <SignInButton />
          <AccountMenu identity={identity} {...parts} />
        </div>
      );
    case 'signed-in':
      return <AccountMenu identity={identity} {...parts} />;
  }
}
