import { format, getFormatFromId, isDateFormat } from 'numfmt';

/** Dates whose order of day and month depends on the reader's country. */
const DATES: Readonly<Record<number, string>> = { 14: 'yyyy-mm-dd', 22: 'yyyy-mm-dd h:mm' };

// A longer format is not written by people, and costs time for every cell.
const MAX_FORMAT = 200;
/** Days between the two epochs of dates. */
const DAYS_TO_1904 = 1462;

/** Formats the numbers of cells. A format that cannot be applied is ignored. */
export class CellFormats {
  readonly #custom: ReadonlyMap<number, string>;
  readonly #styles: readonly number[];
  readonly #is1904: boolean;

  /** `styles`: id of the number format of each cell style. */
  constructor(custom: ReadonlyMap<number, string>, styles: readonly number[], is1904: boolean) {
    this.#custom = custom;
    this.#styles = styles;
    this.#is1904 = is1904;
  }

  text(value: number, style: number): string {
    const id = this.#styles[style] ?? 0;
    try {
      const pattern = this.#custom.get(id) ?? DATES[id] ?? getFormatFromId(id);
      if (id === 0 || !pattern || pattern.length > MAX_FORMAT) return plain(value);
      return format(pattern, this.#is1904 && isDateFormat(pattern) ? value + DAYS_TO_1904 : value);
    } catch {
      return plain(value);
    }
  }
}

/** At most 11 significant digits, as spreadsheet programs show numbers without format. */
const plain = (value: number) => String(Number(value.toPrecision(11)));
