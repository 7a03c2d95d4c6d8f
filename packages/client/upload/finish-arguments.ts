/** The arguments of `finish`, which ends an upload. */
export interface FinishArguments {
  oclId: string;
  uploadToken: string;
  path?: string;
  ref?: string;
  accessLevel: string;
  changeBy: string;
  description?: string;
  tags?: string[];
  categories?: string[];
  contentText?: string;
  changeNote?: string;
  encryptionMetadata?: {
    encryptionSystem: string;
    encryptedDek: string;
    iv: string;
    contentHash: string;
    accessControlConditions: string;
    encryptedBy: string;
    encryptedAt: string;
    /** Base64, 32 bytes: authenticates the list of chunks of a file in parts. */
    chunksMac?: string;
  };
}
