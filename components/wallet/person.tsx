'use client';
import { useIdentity } from '#lib/session/session-context.tsx';
import { Address } from '../ui/address.tsx';

interface PersonProps {
  /** Address of a wallet. */
  value: string;
  href?: string | undefined;
}

/** A wallet's address, or "You" for the user's own wallet. */
export function Person({ value, href }: PersonProps) {
  const identity = useIdentity();
  const isReader = 'address' in identity && identity.address === value.toLowerCase();
  return <Address value={value} label={isReader ? 'You' : undefined} href={href} />;
}
