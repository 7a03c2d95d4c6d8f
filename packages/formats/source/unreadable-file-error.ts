/** The file is not what its format promises. Its message is shown to the reader of the file. */
export class UnreadableFileError extends Error {}
