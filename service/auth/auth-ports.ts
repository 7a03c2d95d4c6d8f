import type { ChainClient } from '#chain/chain-client.ts';
import type { Config } from '#platform/config/config.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { Database } from '#platform/db/database.ts';
import type { VerifyUserToken } from './verified-user.ts';

/** What authentication needs of the ports of a process. */
export interface AuthPorts {
  config: Config;
  secrets: Secrets;
  db: Database;
  chain: ChainClient;
  /** `null` without an identity provider. */
  verifyUserToken: VerifyUserToken | null;
}
