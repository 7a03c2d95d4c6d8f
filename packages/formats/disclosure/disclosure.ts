/**
 * What a file would reveal of a person, or give away:
 * - `person`: names a person, or what identifies one
 * - `position`: where something was recorded
 * - `hidden`: content that its program does not show at once: comments, tracked changes, hidden sheets, notes
 * - `secret`: a key, password or token
 * - `unread`: a file that may hold the above and cannot be looked into
 */
export interface Disclosure {
  kind: 'person' | 'position' | 'hidden' | 'secret' | 'unread';
  /** A sentence without its full stop, with the value that was found, e.g. `Names the patient: DOE^JOHN`. */
  reason: string;
}

/** What was found in one file. */
export interface Disclosures {
  found: Disclosure[];
  /** What was not looked into, as a sentence; `null` if everything that is known was. */
  unchecked: string | null;
}
