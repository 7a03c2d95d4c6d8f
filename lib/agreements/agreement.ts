/** The document of a membership agreement, as far as pages show it. */
export interface AgreementDocument {
  lab: { oclId: string; labId: string; title: string | null };
  token: { symbol: string };
  network: { name: string; chainId: number };
  /** The agreement itself, in Markdown. */
  text: string;
}

export interface Agreement {
  key: string;
  /** Of the document as it is stored. */
  url: string;
  /** SHA-256 of its bytes: 0x and 64 hex digits, as in the token's metadata. */
  contentHash: string;
  document: AgreementDocument;
}
