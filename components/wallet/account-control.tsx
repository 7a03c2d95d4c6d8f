'use client';
import dynamic from 'next/dynamic';
import { useIdentity } from '#lib/session/session-context.tsx';
import { Button } from '../ui/button.tsx';
import { ConnectButton } from './connect-button.tsx';
import { SignInButton } from './sign-in-button.tsx';

const AccountMenu = dynamic(() => import('./account-menu.tsx').then((module) => module.AccountMenu), {
  ssr: false,
  loading: () => <Button size="sm" busy aria-label="Loading the account" />,
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
