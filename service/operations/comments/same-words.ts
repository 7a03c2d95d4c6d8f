import type { Words } from './comment-input.ts';
import type { StoredComment } from './comment-store.ts';

/** Whether a comment is what a repeated call would make. A deleted comment is none. */
export function sameWords(earlier: StoredComment, wallet: string, words: Words): boolean {
  if (earlier.author !== wallet || earlier.deletedAt !== null) return false;
  if (words.ciphertext === null) return earlier.body === words.body;
  return earlier.ciphertext !== null && Buffer.compare(earlier.ciphertext, words.ciphertext) === 0;
}
