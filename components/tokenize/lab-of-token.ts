/** The lab data that the token page needs. */
export interface LabOfToken {
  oclId: `0x${string}`;
  shortname: string;
  /** Token id of the LabNFT, decimal. */
  labId: string;
  name: string;
  /** Address of the account of the lab. */
  account: `0x${string}`;
}
