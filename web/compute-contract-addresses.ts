import 'server-only';
import { addressFindings, type ComputedAddress, computedAddresses } from '@labroom/deploy/plan-of-manifest';
import { type WebEnv, webEnv } from './config/env.ts';

/** What this web app computed of the deployment that it uses. */
interface ContractAddressesCheck {
  /** The first administrators and settings, from which the addresses follow. */
  settings: NonNullable<WebEnv['manifest']['deployment']>['options'];
  /** Empty if the deployment has other code than this version knows. */
  contracts: readonly ComputedAddress[];
  /** Why the addresses that this web app uses are not those that follow, or could not be computed. */
  problems: readonly string[];
}

let known: ContractAddressesCheck | null | undefined;

/** Computes the addresses once: they depend on the configuration alone. `null` without a manifest of a deployment behind a timelock. */
export function computeContractAddresses(): ContractAddressesCheck | null {
  if (known === undefined) known = contractAddressesOf(webEnv().manifest);
  return known;
}

/** Computes what a manifest states. Asks no node. */
export function contractAddressesOf(manifest: WebEnv['manifest']): ContractAddressesCheck | null {
  const { deployment, administration } = manifest;
  if (!deployment || !administration) return null;
  const deployed = { ...manifest, deployment, administration };
  const { failed, unverified } = addressFindings(deployed);
  return {
    settings: deployment.options,
    contracts: computedAddresses(deployed) ?? [],
    problems: [...failed, ...unverified],
  };
}
