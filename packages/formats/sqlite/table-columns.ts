interface TableColumns {
  names: string[];
  /** The column that stands for the number of a row, if there is one. */
  rowidAt: number;
  /** Such a table is stored in another way. */
  isWithoutRowid: boolean;
}

const MAX_SQL = 30_000;
const CONSTRAINT = /^(constraint|primary\s+key|unique|check|foreign\s+key)\b/i;

/** The columns of a table from the command that made it, which SQLite keeps as it was written. */
export function tableColumns(written: string): TableColumns {
  const sql = withoutComments(written.slice(0, MAX_SQL));
  const { parts, after } = partsOf(sql);
  const columns = parts.filter((part) => !CONSTRAINT.test(part));
  const keyed = parts.map((part) =>
    /^(?:constraint\s+\S+\s+)?primary\s+key\s*\(([^,)]+)\)/i.exec(part)?.[1]?.trim(),
  );
  const key = keyed.find((one) => one !== undefined);
  const rowidAt = columns.findIndex((column) => {
    const { name, rest } = named(column);
    const isKey =
      /\bprimary\s+key\b(?!\s+desc)/i.test(rest) ||
      (key !== undefined && named(key).name.toLowerCase() === name.toLowerCase());
    return isKey && /^\s*integer\b/i.test(rest);
  });
  return {
    names: columns.map((column) => named(column).name),
    rowidAt,
    isWithoutRowid: /\bwithout\s+rowid\b/i.test(after),
  };
}

function named(column: string): { name: string; rest: string } {
  const quoted = /^(?:"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|'((?:[^']|'')*)')/.exec(column);
  if (quoted) {
    const name = (quoted[1] ?? quoted[2] ?? quoted[3] ?? quoted[4] ?? '').replaceAll('""', '"');
    return { name, rest: column.slice(quoted[0].length) };
  }
  const [name = ''] = /^[^\s(,]+/.exec(column) ?? [];
  return { name, rest: column.slice(name.length) };
}

/** As in SQLite, a comment without an end reaches to that of the text. */
const withoutComments = (sql: string) =>
  sql.replaceAll(
    /("(?:[^"]|"")*"|'(?:[^']|'')*'|`[^`]*`|\[[^\]]*(?:\]|$))|--[^\n]*|\/\*.*?(?:\*\/|$)/gs,
    (_, kept?: string) => kept ?? ' ',
  );

/** What stands between the outer brackets, parted at commas outside of quotes and inner brackets. */
function partsOf(sql: string): { parts: string[]; after: string } {
  const parts: string[] = [];
  let [depth, part] = [0, ''];
  for (const [token] of sql.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|`[^`]*`|\[[^\]]*(?:\]|$)|[^[]/g)) {
    if (token === ')' && --depth === 0) {
      parts.push(part.trim());
      return { parts, after: sql.slice(sql.lastIndexOf(')')) };
    }
    if (token === ',' && depth === 1) {
      parts.push(part.trim());
      part = '';
    } else if (depth > 0) part += token;
    if (token === '(') depth++;
  }
  return { parts, after: '' };
}
