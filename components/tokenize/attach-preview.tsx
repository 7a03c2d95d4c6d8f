'use client';
import { formatAmount } from '@labroom/protocol/token-amount';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { type AttachableToken, readAttachableToken } from '#lib/tokenize/attachable-token.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import { checkAddress } from '#lib/wallet/check-address.ts';

type Seen = AttachableToken | { error: string };

/** Reads the token at an address while it is typed. `null` if there is nothing to show. */
export function useAttachableToken(typed: string): Seen | null {
  const config = usePublicConfig();
  const address = checkAddress(typed);
  const isAddress = typeof address === 'string';
  const { data, failure } = useRead({
    key: ['attachable token', isAddress ? address : ''],
    read: () => readAttachableToken(chainClient(config), address as `0x${string}`),
    pause: !isAddress,
    explain: explainTokenizationError,
  });
  if (!isAddress) return null;
  return failure ? { error: failure.title } : (data ?? null);
}

/** The token that will be attached, before the user decides. */
export function AttachPreview({ token }: { token: AttachableToken }) {
  const { name, symbol, decimals, totalSupply } = token;
  return (
    <p role="status" className="rounded bg-wash px-3 py-2 text-sm">
      Name in the contract <bdi className="font-medium">{name || 'nothing'}</bdi>
      {symbol && (
        <>
          {' '}
          (<bdi>{symbol}</bdi>)
        </>
      )}
      , has {decimals} decimals and a supply of {formatAmount(totalSupply, decimals)}. Anyone can give a token
      any name: compare the address.
    </p>
  );
}
