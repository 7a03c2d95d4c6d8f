'use client';
import { ArrowRightLeft, ChevronDown, Copy, Inbox, KeyRound, LogOut, Unplug, User } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useNetwork } from '#lib/config/public-config.tsx';
import type { Identity } from '#lib/session/session-context.tsx';
import { useSession } from '#lib/session/session-context.tsx';
import { networkName } from '#lib/wallet/network-name.ts';
import { connectWallet, useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import { Face } from '../core/people/face.tsx';
import { showFailure } from '../core/wallet/show-failure.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
import { shortHex } from '../ui/short-hex.ts';

type KnownIdentity = Extract<Identity, { address: string }>;

interface AccountMenuProps {
  identity: KnownIdentity;
  /** Beside the menu: what runs for the account. */
  jobs: ReactNode;
  /** The number of unread notices. */
  unread: ReactNode;
}

/** The current account, with sign-out and disconnect. */
export function AccountMenu({ identity, jobs, unread }: AccountMenuProps) {
  const { session, signOut } = useSession();
  const wallet = useWallet();
  const { address } = identity;
  const network = useNetwork();
  const isElsewhere = wallet.status === 'connected' && wallet.chainId !== network.chainId;

  const attempt = (action: () => Promise<void>) => action().catch(showFailure);

  async function leave() {
    if (session) await signOut();
    await (await walletRuntime()).disconnect();
  }

  return (
    <>
      {jobs}
      <Menu
        trigger={
          <Button size="sm">
            <Face address={address} isAgent={false} size={20} />
            {/* Text, because a label would hide the number of unread notices from screen readers. */}
            <span className="sr-only">Account {shortHex(address)}</span>
            <span aria-hidden className="font-mono max-sm:hidden">
              {shortHex(address)}
            </span>
            {identity.kind === 'signed-in' && unread}
            <ChevronDown aria-hidden className="size-4" />
          </Button>
        }
      >
        <MenuLabel>
          <span className="block font-mono sm:hidden">{shortHex(address)}</span>
          {wallet.status === 'connected' ? wallet.walletName : 'Wallet not connected'}
          {identity.kind === 'signed-in' ? ' · signed in' : ' · not signed in'}
          {isElsewhere && <span className="block text-warn">On {networkName(wallet.chainId)}</span>}
        </MenuLabel>
        <MenuItem
          icon={<Copy aria-hidden />}
          onSelect={() => attempt(() => navigator.clipboard.writeText(address))}
        >
          Copy address
        </MenuItem>
        <MenuItem asChild>
          <Link href="/inbox">
            <Inbox aria-hidden />
            Inbox
            {identity.kind === 'signed-in' && unread}
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link href="/account">
            <User aria-hidden />
            Account
          </Link>
        </MenuItem>
        <MenuSeparator />
        {isElsewhere && (
          <MenuItem
            icon={<ArrowRightLeft aria-hidden />}
            onSelect={() => attempt(async () => (await walletRuntime()).switchNetwork())}
          >
            Switch to {network.title}
          </MenuItem>
        )}
        {wallet.status !== 'connected' && (
          <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => attempt(connectWallet)}>
            Connect wallet
          </MenuItem>
        )}
        {session && (
          <MenuItem icon={<LogOut aria-hidden />} onSelect={() => attempt(signOut)}>
            Sign out
          </MenuItem>
        )}
        {wallet.status === 'connected' && (
          <MenuItem icon={<Unplug aria-hidden />} onSelect={() => attempt(leave)}>
            {session ? 'Sign out and disconnect' : 'Disconnect'}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
