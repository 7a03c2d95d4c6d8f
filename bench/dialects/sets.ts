import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What others wrote about a file. What is absent was not told. */
export interface Annotated {
  set: string;
  name: string;
  bytes: Buffer;
  separator?: string;
  /** `''`: none is needed. */
  quote?: string;
  hasBackslashes?: boolean;
  hasHeader?: boolean;
  /** Lines before the names of the columns. */
  preamble?: number;
  /** The values, names of columns included. */
  rows?: string[][];
}

/** The sets, by the folder of the clone that has each: `owner+name`. */
export const repositories = {
  pollock: 'HPI-Information-Systems+Pollock',
  sniffer: 'ws-garcia+CSVsniffer',
  spectrum: 'max-mapper+csv-spectrum',
  duckdb: 'duckdb+duckdb',
} as const;

/** Every file of the sets that the clones in a folder have, with what is known of it. */
export async function annotatedFiles(clones: string): Promise<Annotated[]> {
  const of = (name: keyof typeof repositories) => join(clones, repositories[name]);
  const truth = join(of('sniffer'), 'python', 'ground truth');
  const files = join(of('sniffer'), 'python');
  const sets = await Promise.all([
    pollock(of('pollock'), 'polluted_files', 'Pollock, polluted'),
    pollock(of('pollock'), 'survey_sample', 'Pollock, survey'),
    dialects(join(truth, 'POLLOCK-dialect_annotations.txt'), join(files, 'CSV'), 'CSVsniffer'),
    dialects(
      join(truth, 'CCSV-manual_Dialect_Annotation.txt'),
      join(files, 'CSV_Wrangling'),
      'CSV Wrangling (CleverCSV)',
    ),
    dialects(join(truth, 'W3C-CSVW-dialect_annotations.txt'), join(files, 'W3C-CSVW'), 'W3C CSVW'),
    spectrum(of('spectrum')),
    duckdb(of('duckdb')),
  ]);
  return sets.flat();
}

/** The bytes of a file; `null` for one that a clone lacks, or has as a pointer to a store of large files. */
async function bytesOf(path: string): Promise<Buffer | null> {
  const bytes = await readFile(path).catch(() => null);
  return bytes?.subarray(0, 40).toString('latin1').startsWith('version https://git-lfs') ? null : bytes;
}

async function withBytes(set: string, name: string, path: string, known: Partial<Annotated>) {
  const bytes = await bytesOf(path);
  return bytes ? [{ set, name, bytes, ...known }] : [];
}

const flat = async (files: Promise<Annotated[]>[]) => (await Promise.all(files)).flat();
const list = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const Parameters = z.object({
  delimiter: z.string(),
  quotechar: z.string(),
  escapechar: z.string(),
  header_lines: z.coerce.number(),
  preamble_lines: z.coerce.number(),
});

async function pollock(clone: string, folder: string, set: string): Promise<Annotated[]> {
  const names = await list(join(clone, folder, 'csv'));
  return await flat(
    names.map(async (name) => {
      const written = await bytesOf(join(clone, folder, 'parameters', `${name}_parameters.json`));
      if (!written) return [];
      const told = Parameters.parse(JSON.parse(written.toString('utf8')));
      if (told.delimiter === '') return [];
      return await withBytes(set, name, join(clone, folder, 'csv', name), {
        separator: told.delimiter,
        quote: told.quotechar,
        hasBackslashes: told.escapechar === '\\',
        hasHeader: told.header_lines > 0,
        preamble: told.preamble_lines,
      });
    }),
  );
}

const SIGNS: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  space: ' ',
  vslash: '|',
  nsign: '#',
  doublequote: '"',
  singlequote: "'",
};

async function dialects(annotations: string, folder: string, set: string): Promise<Annotated[]> {
  const lines = ((await bytesOf(annotations))?.toString('utf8') ?? '').split(/\r?\n/).slice(2);
  return await flat(
    lines.filter(Boolean).map(async (line) => {
      const [name = '', , separator = '', quote = '', escaped = ''] = line.split('|');
      return await withBytes(set, name, join(folder, name), {
        separator: SIGNS[separator] ?? separator,
        quote: SIGNS[quote] ?? quote,
        hasBackslashes: escaped === 'backslash',
      });
    }),
  );
}

const Objects = z
  .array(z.record(z.string(), z.string()))
  .or(z.record(z.string(), z.string()).transform((one) => [one]));

async function spectrum(clone: string): Promise<Annotated[]> {
  const names = await list(join(clone, 'csvs'));
  return await flat(
    names.map(async (name) => {
      const json = await bytesOf(join(clone, 'json', name.replace('.csv', '.json')));
      const objects = Objects.parse(JSON.parse(json?.toString('utf8') ?? '[]'));
      const header = Object.keys(objects[0] ?? {});
      return await withBytes('csv-spectrum', name, join(clone, 'csvs', name), {
        separator: ',',
        hasHeader: true,
        rows: [header, ...objects.map((row) => header.map((column) => row[column] ?? ''))],
      });
    }),
  );
}

/** The tests that print what `sniff_csv` finds: separator, quote, escape, line end, comment, lines to skip, and whether there is a header. */
const SNIFFED =
  /^FROM sniff_csv\('\{DATA_DIR\}\/([^']+)'\);?\n----\n([^\n])\t(\S+)\t(\S+)\t\S+\t(\S+)\t(\d+)\t([01])\t/gm;

async function duckdb(clone: string): Promise<Annotated[]> {
  const folder = join(clone, 'test', 'sql', 'copy', 'csv');
  const tests = await readdir(folder, { recursive: true }).catch(() => []);
  const found = new Map<string, Promise<Annotated[]>>();
  for (const test of tests.filter((name) => name.endsWith('.test')))
    for (const [, path = '', separator = '', quote = '', escaped = '', , skipped, header] of (
      (await bytesOf(join(folder, test)))?.toString('utf8') ?? ''
    ).matchAll(SNIFFED))
      found.set(
        path,
        withBytes('DuckDB', path, join(clone, 'data', path), {
          separator,
          quote: quote === '(empty)' ? '' : quote,
          hasBackslashes: escaped === '\\',
          hasHeader: header === '1',
          preamble: Number(skipped),
        }),
      );
  return await flat([...found.values()]);
}
