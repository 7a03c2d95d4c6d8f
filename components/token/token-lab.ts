import type { LabMemberRole, LabTokenPageQuery } from '@labroom/client/documents';

type PageToken = NonNullable<LabTokenPageQuery['labToken']>;

export type Ledger = NonNullable<PageToken['ledger']>;

/** What the token page needs to know about its lab. */
export interface TokenLab {
  oclId: string;
  shortname: string;
  name: string;
  image: string | null;
  /** Address of the account of the lab. Lowercase. */
  account: string;
  /** By address. */
  roles: ReadonlyMap<string, LabMemberRole>;
}
