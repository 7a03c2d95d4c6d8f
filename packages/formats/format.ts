import type { Anchor } from '@labroom/protocol/comment';
import type { ComparedFormat } from './compare/comparison.ts';
import type { FileKind } from './file-kind.ts';
import type { TextFormat } from './searchable/read-text.ts';

/** What is known of a format without reading a file of it. */
export interface Format<Id extends string> {
  id: Id;
  accepts: {
    /** Decide alone: content types of them are missing or wrong in browsers, e.g. `.gb` is reported as a game ROM. */
    extensions?: string;
    /** Decide where the extension does not. */
    types?: RegExp;
    /** The format of every other file of this kind. */
    kind?: FileKind;
  };
  /** A larger file is not fetched for its preview. */
  maxBytes: number;
  /** Programs that open a file, to complete "open it with …". */
  opensWith: string;
  /** How the content of two versions is compared, and the largest ones that are. Absent: by hash and facts only. */
  compare?: { as: ComparedFormat; maxBytes: number };
  /** How the text of a file is read for search. Absent: it has none. */
  text?: TextFormat;
  /** Parts that a discussion can be about. */
  parts?: Anchor['kind'];
}
