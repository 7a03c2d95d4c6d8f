/** A file of arrays: one by one, or in groups. */
export interface ArrayNode {
  /** Full path; `/` is the root. */
  path: string;
  name: string;
  depth: number;
  kind: 'group' | 'dataset' | 'link' | 'unreadable';
  /** Lengths along each axis of a dataset; none: a single value. */
  shape: number[];
  type: string | null;
  /** Where a link leads to, or why an object cannot be read. */
  note: string | null;
  attributes: [name: string, value: string][];
}

export interface ArrayValues {
  path: string;
  header: string[];
  rows: string[][];
  /** Why the values are not shown, or which part of them is. */
  note: string | null;
}

export interface ArrayFile {
  /** Where the format has several: which one it is. */
  format?: string;
  nodes: ArrayNode[];
  isCut: boolean;
  values: ArrayValues | null;
}
