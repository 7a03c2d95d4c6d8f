import type { LabMemberRole } from '@labroom/client/documents';
import { ROLES } from '@labroom/protocol/conditions';
import { formatAmount } from '@labroom/protocol/token-amount';
import { utcText } from '#lib/dates/date-text.ts';
import type { TriedCondition } from './explain-access-error.ts';
import type { HoldableToken } from './holdable-token.ts';

/** A condition that is not met, as a scale: where the reader stands, and from where on the file opens. */
export interface RefusalScale {
  /** Positions from 0 to 1. */
  ticks: { at: number; label: string }[];
  needle: { at: number; label: string };
  opens: { from: number; to: number };
  /** Where the reader stands, and what is missing, e.g. `40 LIPA, 60 short`. */
  verdict: string;
  /** Whether time alone meets the condition. */
  opensByItself: boolean;
}

interface Person {
  token: HoldableToken | null | undefined;
  /** The reader's role in the lab of the file; `null` without one. */
  role: LabMemberRole | null;
  now: Date;
}

/** `null` if the condition is met, or has no order that a scale can show. */
export function refusalScale(tried: TriedCondition, person: Person): RefusalScale | null {
  if (tried.met !== false) return null;
  return roleScale(tried, person) ?? timeScale(tried, person) ?? amountScale(tried, person);
}

const roles = ['no role', 'viewer', 'contributor', 'owner'];
const positionOfRole: Record<LabMemberRole, number> = { VIEWER: 1, CONTRIBUTOR: 2, OWNER: 3 };

function roleScale({ condition, test }: TriedCondition, { role }: Person): RefusalScale | null {
  if (!condition?.isLabRole || test.functionName !== 'hasRole') return null;
  const required = Number(test.params[2]);
  const own = role ? positionOfRole[role] : 0;
  // The list of members can be older than the chain, which decided.
  if (!Object.values<number>(ROLES).includes(required) || own >= required) return null;
  const at = (position: number) => position / (roles.length - 1);
  const name = roles[own] ?? '';
  return {
    ticks: roles.map((label, position) => ({ at: at(position), label })),
    needle: { at: at(own), label: name },
    opens: { from: at(required), to: 1 },
    verdict: own === 0 ? 'you have no role' : `you are ${name}`,
    opensByItself: false,
  };
}

/** Multicall3, at the same address on every chain. */
const clockContract = '0xca11bde05977b3631167028862be2a173976ca11';
const dayMilliseconds = 86_400_000;

function timeScale({ contractAddress, test, actual }: TriedCondition, { now }: Person): RefusalScale | null {
  const isClock =
    contractAddress.toLowerCase() === clockContract && test.functionName === 'getCurrentBlockTimestamp';
  const due = Number(test.value) * 1000;
  if (!isClock || actual === null || !isLowerBound(test.comparator) || due <= now.getTime()) return null;
  // A date beyond the range of Date has no name.
  if (due > 8.64e15) return null;
  const days = Math.ceil((due - now.getTime()) / dayMilliseconds);
  const needle = 0.15;
  const opens = 0.75;
  return {
    ticks: [
      { at: needle, label: 'today' },
      { at: opens, label: utcText(new Date(due), 'date') },
    ],
    needle: { at: needle, label: 'today' },
    opens: { from: opens, to: 1 },
    verdict: `in ${days.toLocaleString('en')} ${days === 1 ? 'day' : 'days'}, by itself`,
    opensByItself: true,
  };
}

function amountScale(tried: TriedCondition, { token }: Person): RefusalScale | null {
  const { test, actual, contractAddress } = tried;
  if (!isLowerBound(test.comparator) || !isWhole(test.value) || actual === null || !isWhole(actual))
    return null;
  const [needed, held] = [BigInt(test.value), BigInt(actual)];
  if (needed === 0n || held > needed) return null;
  const isToken =
    test.functionName === 'balanceOf' && token?.address.toLowerCase() === contractAddress.toLowerCase();
  const named = (amount: bigint) =>
    isToken && token ? formatAmount(amount, token.decimals) : amount.toLocaleString('en');
  const unit = isToken && token ? ` ${token.symbol}` : '';
  const at = Number((held * 10_000n) / (needed * 2n)) / 10_000;
  const missing =
    test.comparator === '>=' ? `${named(needed - held)} short` : `more than ${named(needed)} needed`;
  return {
    ticks: [
      { at: 0, label: '0' },
      { at: 0.25, label: '' },
      { at: 0.5, label: named(needed) },
      { at: 0.75, label: '' },
      { at: 1, label: named(needed * 2n) },
    ],
    needle: { at, label: named(held) },
    opens: { from: 0.5, to: 1 },
    verdict: `you have ${named(held)}${unit}, ${missing}`,
    opensByItself: false,
  };
}

const isLowerBound = (comparator: string) => comparator === '>=' || comparator === '>';
const isWhole = (text: string) => /^\d{1,78}$/.test(text);
