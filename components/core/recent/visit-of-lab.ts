/** Name of the visits of a lab by a wallet, for `visit` and `lastSeen`. */
export const visitOfLab = (wallet: string, oclId: string) => `lab.${wallet}.${oclId}`;
