/** The fields of a membership agreement that pages show. */
export interface AgreementDocument {
  lab: { oclId: string; labId: string; title: string | null };
  token: { symbol: string };
  network: { name: string; chainId: number };
  /** The agreement itself, in Markdown. */
  text: string;
}

export interface Agreement {
  key: string;
  /** URL of the stored document. */
  url: string;
  /** SHA-256 of the document's bytes: 0x and 64 hex digits, as in the token's metadata. */
  contentHash: string;
  document: AgreementDocument;
}
