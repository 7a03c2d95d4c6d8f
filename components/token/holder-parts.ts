import { roleName } from '../core/labs/role-name.ts';
import type { Fill } from '../ui/figures/fills.tsx';
import { shortHex } from '../ui/short-hex.ts';
import type { Ledger, TokenLab } from './token-lab.ts';
import { drawnAmount, shownAmount, shownShare } from './token-units.ts';

interface HolderPart {
  name: string;
  value: number;
  shown: string;
  fill: Fill;
}

/** Number of holders that are drawn apart. */
const drawnHolders = 8;

/** Parts of the strip of holders: the largest ones, then all others together. The account of the lab is solid. */
export function holderParts(lab: TokenLab, { holders, holderCount, supply }: Ledger): HolderPart[] {
  const drawn = holders.slice(0, drawnHolders);
  const parts = drawn.map(({ address, balance, share }): HolderPart => {
    const isAccount = address === lab.account;
    const role = lab.roles.get(address);
    const name = role ? `${roleName(role)} ${shortHex(address)}` : shortHex(address);
    return {
      name: isAccount ? 'Lab account' : name,
      value: drawnAmount(balance),
      shown: shownShare(share),
      fill: isAccount ? 'solid' : 'bar',
    };
  });
  const rest = BigInt(supply) - drawn.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
  const others = holderCount - drawn.length;
  if (others <= 0 || rest <= 0n) return parts;
  const share = drawnAmount(String(rest)) / drawnAmount(supply);
  const name = `${others.toLocaleString('en')} ${others === 1 ? 'other' : 'others'}`;
  return [...parts, { name, value: drawnAmount(String(rest)), shown: shownShare(share), fill: 'tint' }];
}

/** Rows of the table behind the strip. */
export function holderRows(lab: TokenLab, { holders }: Ledger): string[][] {
  return holders.map(({ address, balance, share }) => [
    address === lab.account ? `${address} (lab account)` : address,
    shownAmount(balance),
    shownShare(share),
  ]);
}
