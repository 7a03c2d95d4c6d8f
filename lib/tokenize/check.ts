import type { ApiCall } from '@labroom/client/execute';
import type { Network } from '@labroom/contracts/networks';
import type { PublicClient } from 'viem';

export type CheckName = 'token' | 'agreement' | 'terms' | 'acceptance' | 'signature';

interface Finding {
  name: CheckName;
  /** The finding with its reason, as a sentence. */
  says: string;
  facts: { label: string; value: string }[];
  /** A longer text, e.g. the terms. */
  text?: string;
}

/** A check that was made. `title` states what was found, so it is true whether the check holds or fails. */
export interface MadeCheck extends Finding {
  result: 'holds' | 'fails';
  title: string;
}

/** A check that could not be made. It says nothing about the token. */
export interface UnknownCheck extends Finding {
  result: 'unknown';
}

/** One check and its result. */
export type Check = MadeCheck | UnknownCheck;

/** The sources of a check. */
export interface Sources {
  client: PublicClient;
  network: Network;
  api: ApiCall;
  /** Base URL of the stored agreements. */
  storageUrl: string;
}
