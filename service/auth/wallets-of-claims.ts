import { isAddress } from 'viem';

/**
 * Returns the wallets in the claims of a user token, lowercase: those in the configured claim, otherwise those in
 * `wallet_address` and in the entries of `linked_accounts` whose `type` is `wallet`. A claim may be an address, a list,
 * or a list as JSON text, as some providers send it. Other values are ignored.
 */
export function walletsOfClaims(
  claims: Readonly<Record<string, unknown>>,
  claim: string | undefined,
): ReadonlySet<string> {
  const sources = claim === undefined ? ['wallet_address', 'linked_accounts'] : [claim];
  return new Set(
    sources
      .filter((name) => Object.hasOwn(claims, name))
      .flatMap((name) => addressesIn(claims[name]))
      .map((address) => address.toLowerCase()),
  );
}

function addressesIn(value: unknown): string[] {
  const listed = typeof value === 'string' && value.startsWith('[') ? parsedList(value) : value;
  return (Array.isArray(listed) ? listed : [listed])
    .map((entry: unknown) => (isLinkedWallet(entry) ? entry.address : entry))
    .filter((entry) => typeof entry === 'string' && isAddress(entry, { strict: false }));
}

function isLinkedWallet(entry: unknown): entry is { type: 'wallet'; address: unknown } {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    Object.hasOwn(entry, 'address') &&
    (entry as { type?: unknown }).type === 'wallet'
  );
}

function parsedList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
