import type { FailureText } from '#lib/wallet/explain-failure.ts';
import type { FoundFile } from './find-file.ts';

/** A file that was dropped, and what is known of it so far. */
export interface CheckedFile {
  id: number;
  name: string;
  size: number;
  found: FoundFile | null;
  failure: FailureText | null;
  /** Whether somebody was signed in when it was looked up. */
  asMember: boolean;
}
