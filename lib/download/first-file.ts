import type { FileDetail } from '@labroom/client/download/download-api';
import type { Encoding } from '@labroom/formats/text/encodings';
import type { MarkdownTree } from '@labroom/markdown/markdown-node';
import type { HoldableToken } from '../access/holdable-token.ts';

/** The text of a file, or its beginning. */
export interface BlobText {
  text: string;
  /** Whether the text was truncated. */
  isCut: boolean;
  /** In what encoding it was read. `null`: the bytes are no text. */
  encoding: Encoding | null;
  /** Whether nothing but the frequency of letters tells the encoding. */
  isGuessed: boolean;
  /** The beginning of a Markdown file as the service parsed it; absent if it has not. */
  tree?: MarkdownTree | null;
}

/** The file that a page is opened with, as loaded by the server. */
export interface FirstFile {
  path: string;
  /** With the beginning of its text for search; `null` if the file does not exist. */
  file: FileDetail | null;
  /** The version that is shown. */
  version: number | null;
  /** The beginning of a readable public file. Its hash is not verified yet. */
  text: BlobText | null;
  /** The lab's token, if the conditions of the version may name it and it was created for the lab. */
  token: HoldableToken | null;
  /** Public pictures of the data room that the text shows. Their hashes are not verified. */
  pictures: readonly FirstPicture[];
}

export interface FirstPicture {
  path: string;
  url: string;
}
