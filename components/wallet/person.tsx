'use client';
import { useIdentity } from '#lib/session/session-context.tsx';
import { Address } from '../ui/address.tsx';

interface PersonProps {
  /** Address of a wallet. */
  value: string;
  href?: string | undefined;
}

/** Who did it: a wallet's address, or "You" where the reader is meant. */
export function Person({ value, href }: PersonProps) {
  const identity = useIdentity();
  const isReader = 'address' in identity && identity.address === value.toLowerCase();
  return <Address value={value} label={isReader ? 'You' : undefined} href={href} />;
}
