/** The token that the actions of the page are about. */
export interface TokenOfPage {
  /** Address of the ERC-20. */
  address: `0x${string}`;
  symbol: string;
  /** `null` for an attached token, whose contract states them. */
  decimals: number | null;
  lab: {
    oclId: string;
    labId: string;
    account: `0x${string}`;
  };
}
