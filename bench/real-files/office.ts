import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readDocx } from '@labroom/formats/office/read-docx.ts';
import { readOdf } from '@labroom/formats/office/read-odf.ts';
import { readXlsx } from '@labroom/formats/office/read-xlsx.ts';
import { readRecords } from '@labroom/formats/table/read-records.ts';
import type { RealFile } from './files.ts';

const run = promisify(execFile);
/** Files that LibreOffice converts at once, and how long it may take. */
const [AT_ONCE, LONGEST] = [20, 240_000];
/** Every sheet, in UTF-8, with what the cells show. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true,false,false,-1';
const AS_TEXT = 'txt:Text (encoded):UTF8';
const [SHEETS, LARGEST] = [3, 50_000_000];

interface Compared {
  file: RealFile;
  /** Values, or words, and how many of them LibreOffice shows as the preview does. */
  values: number;
  equal: number;
  /** The first that differ: of LibreOffice, and of the preview. */
  differing: [string, string][];
}

/** Converts office files with LibreOffice, and compares what it shows with the previews. */
export async function compareWithLibreOffice(files: readonly RealFile[]): Promise<Compared[]> {
  const folder = await mkdtemp(join(tmpdir(), 'labroom-office-'));
  try {
    const compared: Compared[] = [];
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const part = files.slice(at, at + AT_ONCE);
      for (const format of [AS_CSV, AS_TEXT]) {
        const ofFormat = part.filter(
          ({ extension }) => (extension.startsWith('xls') ? AS_CSV : AS_TEXT) === format,
        );
        compared.push(...(await compareBatch(ofFormat, format, join(folder, `${at}-${format.slice(0, 3)}`))));
      }
    }
    return compared;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compareBatch(files: readonly RealFile[], format: string, folder: string): Promise<Compared[]> {
  if (files.length === 0) return [];
  await mkdir(folder);
  const copies = await Promise.all(
    files.map(async (file, index) => {
      const copy = join(folder, `${index}x.${file.extension}`);
      await copyFile(file.path, copy);
      return copy;
    }),
  );
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const options = ['--headless', '--convert-to', format, '--outdir', folder];
  // A file that LibreOffice cannot read has no result.
  await run('soffice', [profile, ...options, ...copies], { timeout: LONGEST }).catch(() => undefined);
  const results = await readdir(folder);
  const compared: Compared[] = [];
  for (const [index, file] of files.entries()) {
    const own = results.filter((name) => name.startsWith(`${index}x`) && /\.(csv|txt)$/.test(name));
    const texts = await textsOf(folder, own);
    const bytes = new Blob([new Uint8Array(await readFile(file.path))]);
    const compare = format === AS_CSV ? compareSheets : compareWords;
    const result = texts.length === 0 ? null : await compare(bytes, file, new Map(texts)).catch(() => null);
    if (result) compared.push({ file, ...result });
  }
  return compared;
}

/** The texts of results. LibreOffice fills a sheet up to its claimed size, which may be millions of rows. */
async function textsOf(folder: string, names: readonly string[]): Promise<[string, string][]> {
  const texts: [string, string][] = [];
  for (const name of names) {
    const path = join(folder, name);
    if ((await stat(path)).size <= LARGEST) texts.push([name, await readFile(path, 'utf8')]);
    else await rm(path);
  }
  return texts;
}

type Result = Omit<Compared, 'file'>;

const spaced = (text: string) =>
  text
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll('\r', '')
    .trim();

async function compareSheets(body: Blob, _: RealFile, results: ReadonlyMap<string, string>): Promise<Result> {
  const result: Result = { values: 0, equal: 0, differing: [] };
  const { sheets } = await readXlsx(body, { sheet: 0 });
  for (const [sheet, { name }] of sheets.slice(0, SHEETS).entries()) {
    const csv = [...results].find(([file]) => results.size === 1 || file.endsWith(`-${name}.csv`))?.[1];
    if (csv === undefined) continue;
    const { rows } = await readXlsx(body, { sheet });
    const ours = rows.map(({ cells }) => cells.map(({ text }) => spaced(text)).filter(Boolean));
    const options = {
      separator: ',',
      quote: '"',
      hasBackslashes: false,
      hasSpaces: false,
      comment: '',
    } as const;
    const { records } = readRecords(csv, { ...options, maxRows: 500, maxColumns: 100, maxCells: 20_000 });
    const theirs = records.map((row) => row.map(spaced).filter(Boolean)).filter((row) => row.length > 0);
    compareValues(theirs.flat(), ours.flat(), result);
  }
  return result;
}

/** Counts values that stand in both lists, in their order as long as they are as many. */
function compareValues(theirs: readonly string[], ours: readonly string[], result: Result): void {
  const left = new Map<string, number>();
  for (const value of ours) left.set(value, (left.get(value) ?? 0) + 1);
  for (const [at, value] of theirs.entries()) {
    const count = left.get(value) ?? 0;
    result.values++;
    if (count > 0) {
      result.equal++;
      left.set(value, count - 1);
    } else if (result.differing.length < 5) result.differing.push([value, ours[at] ?? '']);
  }
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

async function compareWords(
  body: Blob,
  file: RealFile,
  results: ReadonlyMap<string, string>,
): Promise<Result> {
  const { blocks } = await (file.extension === 'docx' ? readDocx(body) : readOdf(body));
  const result: Result = { values: 0, equal: 0, differing: [] };
  compareValues(
    wordsOf([...results.values()].join('\n')),
    wordsOf(blocks.map(({ text }) => text).join('\n')),
    result,
  );
  return result;
}
