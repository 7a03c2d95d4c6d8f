import type { Hex } from 'viem';

/** The code of an earlier version, kept so that its deployments can be verified. */
export interface RecordedSuite {
  id: Hex;
  /** The version that first had it. */
  version: string;
  /** A `Suite` as JSON, compressed with Brotli, in Base64. */
  codes: string;
}
