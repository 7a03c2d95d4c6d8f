import type { SequenceSummary } from '../sequences/read-sequences.ts';

/** What the worker reads from a file, by format. */
export interface Readings {
  sequences: SequenceSummary;
}

export type ReadFormat = keyof Readings;

export interface ToPreviewWorker {
  format: ReadFormat;
  body: Blob;
}

export type FromPreviewWorker = { reading: Readings[ReadFormat] } | { error: string };

/** The file is not what its format promises. Its message is shown to the reader of the file. */
export class UnreadableFileError extends Error {}
