import type { MemberFieldsFragment } from '@labroom/client/documents';
import { explainExpiry } from '@labroom/protocol/role-expiry';
import { utcText } from '#lib/dates/date-text.ts';
import { checkAddress } from '#lib/wallet/check-address.ts';
import type { GrantableRole } from '#lib/wallet/transactions/roles.ts';

export type Duration = 'never' | '7' | '30' | '90' | '365' | 'date' | 'asked';

export interface RoleForm {
  account: string;
  role: GrantableRole;
  duration: Duration;
  /** `2027-01-31`, used if `duration` is `date`. */
  date: string;
  /** The end that the wallet asked for, `null` for none; used if `duration` is `asked`. */
  asked?: Date | null;
  isAgent: boolean;
}

export interface RoleFormErrors {
  account?: string;
  duration?: string;
  date?: string;
}

export interface CheckedRole {
  account: `0x${string}`;
  expiry: Date | null;
}

/**
 * Validates a form at time `now`. A date ends at the end of that day in the user's time zone.
 * @param latest End of the granter's own role in Unix seconds, if it is a contributor with one
 */
export function checkRoleForm(
  form: RoleForm,
  members: readonly Pick<MemberFieldsFragment, 'walletAddress' | 'role'>[],
  now: Date,
  latest: string | null = null,
): { ok: true; value: CheckedRole } | { ok: false; errors: RoleFormErrors } {
  const errors: RoleFormErrors = {};
  const account = checkAddress(form.account);
  if (typeof account !== 'string') {
    errors.account = account.error;
  } else if (members.some((m) => m.walletAddress === account.toLowerCase() && m.role === 'OWNER')) {
    errors.account = 'This wallet is an owner and has every right already.';
  }
  const expiry = expiryOf(form, now);
  if (expiry === undefined) errors.date = 'Choose a day.';
  else if (expiry && expiry <= now) errors.date = 'Choose a day in the future.';
  else if (expiry && explainExpiry(BigInt(Math.floor(expiry.getTime() / 1000)), now))
    errors.date = 'Choose a day within the next 100 years.';
  if (latest && expiry !== undefined && (!expiry || expiry.getTime() > Number(latest) * 1000))
    errors.duration = `A contributor cannot grant a role beyond the end of its own, ${utcText(new Date(Number(latest) * 1000), 'datetime')}.`;

  if (errors.account || errors.duration || errors.date || expiry === undefined || typeof account !== 'string')
    return { ok: false, errors };
  return { ok: true, value: { account, expiry } };
}

/** `null`: no expiry; `undefined`: no day was chosen. */
export function expiryOf(
  { duration, date, asked = null }: Pick<RoleForm, 'duration' | 'date' | 'asked'>,
  now: Date,
): Date | null | undefined {
  if (duration === 'never') return null;
  if (duration === 'asked') return asked;
  if (duration !== 'date')
    return new Date(Math.floor(now.getTime() / 1000) * 1000 + Number(duration) * 86_400_000);
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end;
}
