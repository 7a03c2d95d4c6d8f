import type { PublicClient } from 'viem';
import type { Network } from '#contracts/networks.ts';
import type { ApiCall } from '#packages/client/execute.ts';

export type CheckName = 'token' | 'agreement' | 'terms' | 'acceptance' | 'signature';

/** One check and its result. */
export interface Check {
  name: CheckName;
  result: 'holds' | 'fails' | 'unknown';
  /** The finding, as a sentence. */
  says: string;
  facts: { label: string; value: string }[];
  /** A longer text, e.g. the terms. */
  text?: string;
}

/** The sources of a check. */
export interface Sources {
  client: PublicClient;
  network: Network;
  api: ApiCall;
  /** Base URL of the stored agreements. */
  storageUrl: string;
}
