'use client';
import { User } from 'lucide-react';
import { useIdentity } from '#lib/session/session-context.tsx';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { SignInButton } from '../core/wallet/sign-in-button.tsx';
import { Button } from '../ui/button.tsx';
import { late } from '../ui/late.tsx';

const AccountMenu = late(() => import('./account-menu.tsx').then((module) => module.AccountMenu), {
  // As wide as the menu's button. Otherwise "Sign in" would move while it is being clicked.
  loading: (
    <Button size="sm" busy aria-label="Loading the account">
      <User aria-hidden className="size-4 sm:hidden" />
      <span className="invisible font-mono max-sm:hidden">0x0000…0000</span>
    </Button>
  ),
});

/** Shows the next step: connect, sign in, or the account menu. */
export function AccountControl() {
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
          <AccountMenu identity={identity} />
        </div>
      );
    case 'signed-in':
      return <AccountMenu identity={identity} />;
  }
}
