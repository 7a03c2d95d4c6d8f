import type { Address } from '@labroom/contracts/networks';
import { zeroAddress, zeroHash } from 'viem';
import type { Bytecodes, LocalAddresses, Plan, SuiteOptions } from './plan.ts';
import { stepsOf } from './plan-steps.ts';
import { planSuite } from './plan-suite.ts';
import { type Administrators, administrationChecks } from './timelock.ts';

export interface LocalPlanOptions {
  bytecodes: Bytecodes;
  /** Owner of the contracts: sets fees, upgrades, administers roles. */
  owner: Address;
  /** Accounts that start with stablecoins. */
  holders: readonly Address[];
  relayer: Address;
  attesters: { data: Address; service: Address };
}

/** Mint fee on the local chain in wei. It is not 0, so that the payment is tested. */
const LOCAL_MINT_FEE_WEI = 10n ** 15n;
/** Initial balance of each holder: 10,000 stablecoins with 6 decimals. */
const INITIAL_STABLECOINS = 10_000n * 10n ** 6n;

/** The deployment to the local chain, where a key owns the contracts. */
export function planLocalDeployment(options: LocalPlanOptions): Plan & { addresses: LocalAddresses } {
  const { bytecodes, owner, holders } = options;
  const { step, plain } = stepsOf(bytecodes, zeroHash);
  const stablecoin = step(
    'DevStablecoin',
    'DevStablecoin',
    ['address[]', 'uint256'],
    [holders, INITIAL_STABLECOINS],
  );
  const batchAccount = plain('DevBatchAccount');
  const suite = planSuite({ ...options, mintFeeWei: LOCAL_MINT_FEE_WEI }, owner, stablecoin.address);
  return {
    ...suite,
    contracts: [...suite.contracts, stablecoin, batchAccount],
    addresses: { ...suite.addresses, batchAccount: batchAccount.address },
  };
}

/** A deployment whose owner is a timelock. */
export interface TimelockPlan extends Plan {
  timelock: Address;
}

/**
 * The deployment to a public chain, where a Safe behind a timelock owns the contracts from their first block on: every address depends on
 * the last owner, delay and guardian, and the deployer has no right at any moment.
 */
export function planDeployment(
  options: SuiteOptions & { administrators: Administrators; stablecoin: Address },
): TimelockPlan {
  const { bytecodes, administrators, salt = zeroHash } = options;
  const { safe, delaySeconds } = administrators;
  const { step } = stepsOf(bytecodes, salt);
  const timelock = step(
    'TimelockController',
    'TimelockController',
    ['uint256', 'address[]', 'address[]', 'address'],
    [delaySeconds, [safe], [safe], zeroAddress],
  );
  const suite = planSuite(options, timelock.address, options.stablecoin);
  return {
    ...suite,
    contracts: [timelock, ...suite.contracts],
    timelock: timelock.address,
    checks: [...suite.checks, ...administrationChecks(timelock.address, administrators)],
  };
}
