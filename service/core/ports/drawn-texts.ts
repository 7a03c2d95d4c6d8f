import type { MarkdownRules } from '@labroom/markdown/rules';
import type { Reader } from '#platform/db/database.ts';

export interface AskedText {
  text: string;
  rules: MarkdownRules;
  /** `START`: a text of at most `startLength` characters, in few nodes. */
  size: 'START' | 'WHOLE';
  /** The lab of the text. Its texts wait for each other, those of other labs do not. */
  oclId: string;
}

/** A text as it is drawn: `tree` is JSON, `null` where the text is shown as it was written. */
export interface DrawnText {
  tree: string | null;
  isShortened: boolean;
}

/** Trees of the Markdown of others. */
export interface DrawnTexts {
  /** Parses a text that is being written, so that no reader waits for it. Never rejects. */
  prepare(text: string | null | undefined, oclId: string): Promise<void>;

  /**
   * The trees of these texts. What was never parsed gets a moment; where that is not enough, the text is shown as it was
   * written.
   */
  read(db: Reader, asked: readonly AskedText[]): Promise<DrawnText[]>;

  /** The tree of a file, `null` if it is not known. */
  fileOf(contentHash: string): DrawnText | null;

  /** Parses the text of a file and keeps the tree in memory. */
  readFile(contentHash: string, text: string, oclId: string): Promise<DrawnText>;

  close(): Promise<void>;
}
