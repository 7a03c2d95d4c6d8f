'use client';
import { useEffect, useState } from 'react';
import { usePublicConfig } from '#lib/public-config.tsx';
import { type AttachableToken, readAttachableToken } from '#lib/tokenize/attachable-token.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { formatAmount } from '#lib/tokenize/token-amount.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import { checkAddress } from '#lib/wallet/check-address.ts';

type Seen = AttachableToken | { error: string };

/** Reads the token at an address while it is typed. `null` if there is nothing to show. */
export function useAttachableToken(typed: string): Seen | null {
  const config = usePublicConfig();
  const [seen, setSeen] = useState<{ typed: string; answer: Seen } | null>(null);
  useEffect(() => {
    const address = checkAddress(typed);
    if (typeof address !== 'string') return;
    let current = true;
    readAttachableToken(chainClient(config), address).then(
      (answer) => current && setSeen({ typed, answer }),
      (error: unknown) =>
        current && setSeen({ typed, answer: { error: explainTokenizationError(error).title } }),
    );
    return () => {
      current = false;
    };
  }, [typed, config]);
  return seen?.typed === typed ? seen.answer : null;
}

/** The token that will be attached, before the user decides. */
export function AttachPreview({ token }: { token: AttachableToken }) {
  const { name, symbol, decimals, totalSupply } = token;
  return (
    <p role="status" className="rounded bg-sunken px-3 py-2 text-sm">
      Name in the contract <bdi className="font-medium">{name || 'nothing'}</bdi>
      {symbol && (
        <>
          {' '}
          (<bdi>{symbol}</bdi>)
        </>
      )}
      , has {decimals} decimals and a supply of {formatAmount(totalSupply, decimals)}. Anybody can give a
      token any name: compare the address.
    </p>
  );
}
