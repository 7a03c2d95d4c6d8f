export interface AcceptedAgreement {
  labId: bigint;
  /** Key of the agreement: `<oclId>/agreements/<id>`. */
  s3Key: string;
  /** sha256 of the agreement. */
  contentHash: `0x${string}`;
  chainId: number;
}

/** The text that the first controller of a lab token signs by EIP-191; the same as `OclTermsPermissioner.specificTermsV1`. */
export function termsMessage({ labId, s3Key, contentHash, chainId }: AcceptedAgreement): string {
  return `As a token holder of Lab #${labId}, I accept all terms of the membership agreement ${s3Key} with content hash ${contentHash}.\n\nChain Id: ${chainId}\nVersion: 1`;
}
