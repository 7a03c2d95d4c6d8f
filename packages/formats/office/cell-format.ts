import { format, getFormatFromId, isDateFormat } from 'numfmt';

/** Dates whose order of day and month depends on the reader's country. */
const DATES: Readonly<Record<number, string>> = { 14: 'yyyy-mm-dd', 22: 'yyyy-mm-dd h:mm' };

// A longer format is not written by people, and costs time for every cell.
const MAX_FORMAT = 200;
/** Days between the two epochs of dates. */
const DAYS_TO_1904 = 1462;
const DAY = 86_400_000;
/** The day of Excel from which times of computers count. */
const DAYS_TO_1970 = 25_569;
const ISO = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/;
/** Excel has dates from 1900 to 9999, and shows # for others. */
const EXCEL_DATES = { dateSpanLarge: false, dateErrorNumber: false };
/** Hours, minutes or seconds that are counted beyond a day. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i;

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

  /** A time in ISO 8601, as some programs write it in place of a number; as it is if its format is none of times. */
  timeText(value: string, style: number): string {
    // Without a zone it is the time that is shown.
    const isLocal = value.includes('T') && !/(?:Z|[+-]\d\d:?\d\d)$/.test(value);
    const time = ISO.test(value) ? Date.parse(isLocal ? `${value}Z` : value) : Number.NaN;
    const pattern = this.#patternOf(style);
    if (!Number.isFinite(time) || !pattern || !isDateFormat(pattern)) return value;
    const days = time / DAY + DAYS_TO_1970;
    return this.text(this.#is1904 ? days - DAYS_TO_1904 : days, style);
  }

  #patternOf(style: number): string | null {
    const id = this.#styles[style] ?? 0;
    return this.#custom.get(id) ?? DATES[id] ?? getFormatFromId(id);
  }

  text(value: number, style: number): string {
    const id = this.#styles[style] ?? 0;
    try {
      const pattern = this.#patternOf(style);
      if (id === 0 || !pattern || pattern.length > MAX_FORMAT) return plain(value);
      return isDateFormat(pattern) ? this.#dateText(pattern, value) : format(pattern, value);
    } catch {
      return plain(value);
    }
  }

  /** Of negative values, Excel shows durations, and in workbooks that count from 1904 dates too, each with a sign. */
  #dateText(pattern: string, value: number): string {
    const isElapsed = ELAPSED.test(pattern);
    const text = (part: string, days: number) =>
      format(part, this.#is1904 && !isElapsed ? days + DAYS_TO_1904 : days, EXCEL_DATES);
    if (value >= 0 || !(isElapsed || this.#is1904)) return text(pattern, value);
    // The second part of a format is for negative values, and has their sign. One with @ is for texts.
    const [first = '', second = '@'] = pattern.split(';');
    return second.includes('@') ? `-${text(first, -value)}` : text(second, -value);
  }
}

/** At most 11 significant digits, and `1E-07`, as spreadsheet programs show numbers without format. */
const plain = (value: number) =>
  String(Number(value.toPrecision(11))).replace(
    /e([+-])(\d+)$/,
    (_, sign, digits) => `E${sign}${String(digits).padStart(2, '0')}`,
  );
