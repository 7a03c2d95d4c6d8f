'use client';
import { connectWallet, useWallet } from '#lib/wallet/wallet-store.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { showFailure } from './show-failure.ts';

interface ConnectButtonProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** Opens the wallet dialog, and loads the wallet code first if needed. */
export function ConnectButton({ variant = 'primary', size = 'sm' }: ConnectButtonProps) {
  const busy = useWallet().status === 'connecting';
  return (
    <Button variant={variant} size={size} busy={busy} onClick={() => connectWallet().catch(showFailure)}>
      Connect wallet{' '}
    </Button>
  );
}
