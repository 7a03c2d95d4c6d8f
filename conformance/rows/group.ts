/** Rows of the contract about one subject, by their ids. */
export interface RowGroup<R extends Readonly<Record<string, string>> = Readonly<Record<string, string>>> {
  title: string;
  /** The section of the specification that states them, e.g. `docs/specification/wire.md#endpoint`. */
  section: string;
  /** The rule of each row, in few words. */
  rows: R;
}

export function group<const R extends Record<string, string>>(
  title: string,
  section: string,
  rows: R,
): RowGroup<R> {
  return { title, section, rows };
}
