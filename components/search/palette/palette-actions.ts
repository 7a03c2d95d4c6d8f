'use client';
import { LogIn, type LucideIcon, Monitor, Moon, Sun, Wallet } from 'lucide-react';
import { useIdentity, useSession } from '#lib/session/session-context.tsx';
import { connectWallet } from '#lib/wallet/wallet-store.ts';
import { chooseTheme } from '../../core/site/theme-choice.ts';
import { showFailure } from '../../core/wallet/show-failure.ts';

interface PaletteAction {
  name: string;
  icon: LucideIcon;
  run: () => void;
}

const themes: readonly PaletteAction[] = [
  { name: 'Light theme', icon: Sun, run: () => chooseTheme('light') },
  { name: 'Dark theme', icon: Moon, run: () => chooseTheme('dark') },
  { name: 'System theme', icon: Monitor, run: () => chooseTheme('system') },
];

/** Actions available on every page whose names contain the typed text. */
export function usePaletteActions(words: string): PaletteAction[] {
  const identity = useIdentity();
  const { signIn } = useSession();
  const attempt = (what: () => Promise<void>) => () => {
    what().catch(showFailure);
  };
  const actions = [...themes];
  if (identity.kind === 'anonymous')
    actions.unshift({ name: 'Connect wallet', icon: Wallet, run: attempt(connectWallet) });
  if (identity.kind === 'connected' || identity.kind === 'other-wallet')
    actions.unshift({ name: 'Sign in', icon: LogIn, run: attempt(signIn) });
  return actions.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
}
