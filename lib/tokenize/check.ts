import type { PublicClient } from 'viem';
import type { Network } from '#contracts/networks.ts';
import type { ApiCall } from '#packages/client/execute.ts';

export type CheckName = 'token' | 'agreement' | 'terms' | 'acceptance' | 'signature';

/** One check and its result. */
export interface Check {
  name: CheckName;
  result: 'holds' | 'fails' | 'unknown';
  /** What was found, in a sentence. */
  says: string;
  facts: { label: string; value: string }[];
  /** A text to read, e.g. the terms. */
  text?: string;
}

/** What a check may ask. */
export interface Sources {
  client: PublicClient;
  network: Network;
  api: ApiCall;
  /** Where agreements are stored. */
  storageUrl: string;
}
