import type { ShareClaim } from '@labroom/protocol/share-claim';
import type { ShareLink } from './share-link.ts';

/**
 * The links that a wallet made in this browser, to end them: `cancel` needs the claim, and nobody else has it. Without the secret, so nobody who
 * reads this storage can use them.
 */
export interface KeptLink {
  claim: ShareClaim;
  /** ISO 8601. */
  madeAt: string;
}

const MOST_KEPT = 100;

const keyOf = (wallet: string) => `labroom.share-links.${wallet}`;

/** Those whose deadline is not over, the newest first. A storage that is blocked or damaged has none. */
export function readKeptLinks(wallet: string, storage?: Storage): KeptLink[] {
  try {
    const value: unknown = JSON.parse((storage ?? localStorage).getItem(keyOf(wallet)) ?? '[]');
    return Array.isArray(value) ? value.filter(isKept) : [];
  } catch {
    return [];
  }
}

export function keepLink(wallet: string, { claim }: Pick<ShareLink, 'claim'>, storage?: Storage): void {
  write(wallet, [{ claim, madeAt: new Date().toISOString() }, ...readKeptLinks(wallet, storage)], storage);
}

export function forgetLink(wallet: string, { key }: Pick<ShareClaim, 'key'>, storage?: Storage): void {
  write(
    wallet,
    readKeptLinks(wallet, storage).filter(({ claim }) => claim.key !== key),
    storage,
  );
}

function write(wallet: string, links: readonly KeptLink[], storage: Storage | undefined): void {
  try {
    (storage ?? localStorage).setItem(keyOf(wallet), JSON.stringify(links.slice(0, MOST_KEPT)));
  } catch {
    // Without storage a link ends by its deadline, or with all entries of the lab.
  }
}

function isKept(value: unknown): value is KeptLink {
  const claim: unknown = typeof value === 'object' && value && Reflect.get(value, 'claim');
  if (typeof claim !== 'object' || !claim) return false;
  const deadline: unknown = Reflect.get(claim, 'deadline');
  return typeof deadline === 'number' && deadline * 1000 > Date.now();
}
