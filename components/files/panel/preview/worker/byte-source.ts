/** What a reader reads from: a Blob, or a file of which the page fetches what is asked for. */
export interface ByteSource {
  size: number;
  slice(start: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
  /** The most bytes that a reader asks for; none for a file that is here. */
  mostBytes?: number;
}

/** A file of which the page answers the ranges that come from `port`. The page has its key. */
export interface RemoteSource {
  size: number;
  port: MessagePort;
}

export interface RangeRequest {
  id: number;
  start: number;
  end: number;
}
export type RangeAnswer = { id: number; bytes: ArrayBuffer } | { id: number; error: string };
