import type { FailureText } from '#lib/wallet/explain-failure.ts';
import type { FoundFile } from './find-file.ts';

/** A dropped file and what is known about it so far. */
export interface CheckedFile {
  id: number;
  name: string;
  size: number;
  found: FoundFile | null;
  failure: FailureText | null;
  /** Whether the user was signed in when the file was looked up. */
  asMember: boolean;
}
