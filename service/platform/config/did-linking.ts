import { localAccount } from '@labroom/contracts/local-accounts';
import type { ContractAddresses } from '@labroom/contracts/networks';
import { privateKeyToAddress } from 'viem/accounts';
import {
  attesterAddresses,
  attesterProblems,
  givenAttesterVariables,
  missingAttesterVariables,
  readAttesters,
} from './attesters.ts';
import type { DidLinkingConfig } from './config.ts';
import type { Env } from './env.ts';
import { publiclyKnownProblems } from './publicly-known.ts';
import type { DidLinkingKeys } from './secrets.ts';

/**
 * The local chain has defaults for all settings. On other chains, linking is off if none is given; some without the
 * others are an error.
 */
export function decideDidLinking(env: Env, contracts: ContractAddresses): DidLinkingConfig {
  const registry = env.DID_REGISTRY ?? contracts.didRegistry;
  const account = env.RELAYER_ACCOUNT ?? contracts.relayerAccount;
  const isLocal = env.LABROOM_ENVIRONMENT === 'local';
  const missing = [
    ...(isLocal || env.RELAYER_PRIVATE_KEY ? [] : ['RELAYER_PRIVATE_KEY']),
    ...missingAttesterVariables(env),
  ];
  if (!account) missing.push('RELAYER_ACCOUNT');
  if (!registry) missing.push('DID_REGISTRY');
  if (!registry || !account || missing.length > 0) return { kind: 'off', missing };
  const timing = isLocal
    ? { retryMs: 1_000, checkMs: 1_000, patienceMs: 5_000 }
    : { retryMs: 30_000, checkMs: 5_000, patienceMs: 60_000 };
  return { kind: 'on', registry, account, bundlerUrl: env.BUNDLER_URL, timing };
}

/** Returns problems of the DID linking settings, as messages for the operator. */
export function didLinkingProblems(env: Env, decided: DidLinkingConfig): string[] {
  const problems: string[] = [];
  const given = [
    ...(['RELAYER_PRIVATE_KEY', 'RELAYER_ACCOUNT'] as const).filter((name) => env[name]),
    ...givenAttesterVariables(env),
  ];
  if (decided.kind === 'off' && given.length > 0) {
    problems.push(`${given.join(', ')}: DID linking also needs ${decided.missing.join('; ')}`);
  }
  const { RELAYER_PRIVATE_KEY: relayer, RELAYER_ACCOUNT, DID_REGISTRY } = env;
  problems.push(
    ...publiclyKnownProblems(env.LABROOM_ENVIRONMENT, {
      RELAYER_PRIVATE_KEY: relayer && privateKeyToAddress(relayer),
      ...attesterAddresses(env),
      RELAYER_ACCOUNT,
      DID_REGISTRY,
    }),
  );
  return [...problems, ...attesterProblems(env)];
}

/** Returns the keys, on the local chain by default the publicly known ones; undefined if one is missing. */
export function readDidLinkingKeys(env: Env): DidLinkingKeys | undefined {
  const isLocal = env.LABROOM_ENVIRONMENT === 'local';
  const relayer = env.RELAYER_PRIVATE_KEY ?? (isLocal && localAccount('relayer').privateKey);
  const attesters = readAttesters(env);
  return relayer && attesters ? { relayer, attesters } : undefined;
}
