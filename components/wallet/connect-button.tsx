'use client';
import { connectWallet, useWallet } from '#lib/wallet/wallet-store.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../ui/button.tsx';
import { notify } from '../ui/toast.ts';

interface ConnectButtonProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** Opens the wallet dialog, and loads the wallet code first if needed. */
export function ConnectButton({ variant = 'primary', size = 'sm' }: ConnectButtonProps) {
  const busy = useWallet().status === 'connecting';
  return (
    <Button
      variant={variant}
      size={size}
      busy={busy}
      onClick={() => connectWallet().catch((error: Error) => notify('error', error.message))}
    >
      Connect wallet{' '}
    </Button>
  );
}
