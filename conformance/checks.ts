import type { Check } from './check.ts';
import { authenticationChecks } from './checks/authentication.ts';
import { demandChecks } from './checks/demand.ts';
import { tokenChecks } from './checks/tokens.ts';
import { wireChecks } from './checks/wire.ts';

/** Every check, in the order of the documents. */
export const checks: readonly Check[] = [
  ...wireChecks,
  ...demandChecks,
  ...authenticationChecks,
  ...tokenChecks,
];
