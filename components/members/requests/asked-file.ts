/** The file that someone wants to open. */
export interface AskedFile {
  /** Its DID. */
  ref: string;
  path: string;
}
