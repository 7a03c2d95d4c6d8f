export interface DelimitedTable {
  header: string[];
  rows: string[][];
  /** Whether there are more than `maxRows` rows. */
  isCut: boolean;
}

/**
 * Parses CSV and similar formats (RFC 4180: quotes, doubled quotes, line breaks within quotes). The default separator
 * is the most frequent one in the first line. Reads at most `maxRows` rows.
 */
export function parseDelimited(
  text: string,
  separator = guessSeparator(text),
  maxRows = 500,
): DelimitedTable {
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let quoted = false;
  let at = 0;
  const endField = () => {
    record.push(field);
    field = '';
  };
  const endRecord = () => {
    endField();
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
  };
  for (; at < text.length && records.length <= maxRows; at++) {
    const character = text[at];
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[++at];
      else quoted = false;
    } else if (character === '"' && field === '') quoted = true;
    else if (character === separator) endField();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at++;
      endRecord();
    } else field += character;
  }
  if (at >= text.length && (field !== '' || record.length > 0)) endRecord();
  const [header = [], ...rows] = records;
  return { header, rows: rows.slice(0, maxRows), isCut: at < text.length || rows.length > maxRows };
}

function guessSeparator(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [',', ';', '\t', '|'].map((separator) => ({
    separator,
    count: line.split(separator).length,
  }));
  return counts.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).separator;
}
