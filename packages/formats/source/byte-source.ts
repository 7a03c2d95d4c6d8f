/** What a reader reads from. A `Blob` is one; so is a file of which only the ranges that are asked for are fetched. */
export interface ByteSource {
  size: number;
  /**
   * The bytes from `start` to `end`, not included. `arrayBuffer` rejects with `UnreadableFileError` if its message is for the reader
   * of the file, and stops with the signal.
   */
  slice(start: number, end?: number): { arrayBuffer(signal?: AbortSignal): Promise<ArrayBuffer> };
  /** The most bytes that a reader asks for; none for a file that is here. */
  mostBytes?: number;
}
