import type { FileDetail } from '#packages/client/download/download-api.ts';

/** The text of a file, as far as it was read. */
export interface BlobText {
  text: string;
  /** Only the beginning is here. */
  isCut: boolean;
}

/** The file that a page is opened with, as the server knows it. */
export interface FirstFile {
  path: string;
  /** `null` where there is no such file. */
  file: FileDetail | null;
  /** The version that is shown. */
  version: number | null;
  /** The beginning of a public file that can be read; not compared with its hash yet. */
  text: BlobText | null;
}
