/** A lab as the page of its token knows it. */
export interface LabOfToken {
  oclId: `0x${string}`;
  shortname: string;
  /** Token id of the LabNFT, decimal. */
  labId: string;
  name: string;
}
