import { isLocalAccount } from '@labroom/contracts/local-accounts';
import type { Env } from './env.ts';

/**
 * Reports settings whose address is a local account. The keys of local accounts are in every checkout, so outside the
 * local environment anyone could act, or be paid, in the service's place.
 * @param addresses by name of the setting; for a key, the address that it controls
 */
export function publiclyKnownProblems(
  environment: Env['LABROOM_ENVIRONMENT'],
  addresses: Readonly<Record<string, string | undefined>>,
): string[] {
  if (environment === 'local') return [];
  return Object.entries(addresses)
    .filter(([, address]) => address && isLocalAccount(address))
    .map(([name]) => `${name}: is a publicly known account, allowed on the local chain only`);
}
