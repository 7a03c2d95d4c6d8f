/** Rows of the contract that stand together, by their ids. */
export interface RowGroup<R extends Readonly<Record<string, string>> = Readonly<Record<string, string>>> {
  /** Where they stand: document and heading. */
  title: string;
  /** What each row says, in few words. */
  rows: R;
}

export function group<const R extends Record<string, string>>(title: string, rows: R): RowGroup<R> {
  return { title, rows };
}
