export interface NotebookCell {
  kind: 'code' | 'markdown' | 'raw';
  source: string;
  /** Execution count of a code cell, shown as `In [3]`. */
  count: number | null;
  outputs: NotebookOutput[];
}

export type NotebookOutput =
  | { kind: 'text'; text: string; isError: boolean }
  /** `url`: a data URL that only an image element may load. */
  | { kind: 'picture'; url: string }
  /** Untrusted; only a frame of its own may draw it. */
  | { kind: 'drawing'; svg: string }
  /** Untrusted. `plain`: the same output as text, possibly empty. */
  | { kind: 'html'; html: string; plain: string }
  | { kind: 'markdown'; text: string }
  | { kind: 'chart'; library: string; title: string; series: string[] }
  /** The output has only types that are not displayed. */
  | { kind: 'unshown'; types: string[] };

export interface Notebook {
  /** Of the code cells, as the notebook names it. */
  language: string;
  cells: NotebookCell[];
  /** Whether the notebook, or one of its texts, was truncated. */
  isCut: boolean;
}
