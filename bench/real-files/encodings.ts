import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText } from '@labroom/formats/text/decode-text.ts';

/** Encodings of the folders of chardet's tests, where `TextDecoder` has another name for them or none. */
const LABELS: Readonly<Record<string, string>> = {
  ascii: 'utf-8',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  gb2312: 'gb18030',
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  'tis-620': 'windows-874',
  'utf-8-sig': 'utf-8',
};

/** Of the texts of chardet's tests, by the encoding that is in the name of their folder, how many are read as they were written. */
export async function encodingsOf(clones: string): Promise<Map<string, { files: number; right: number }>> {
  const root = join(clones, 'chardet+chardet', 'tests');
  const counts = new Map<string, { files: number; right: number }>();
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const folder = entry.parentPath.slice(root.length + 1).toLowerCase();
    const name = /^(?:iso-8859-\d+|windows-\d+|[^/]+)/.exec(folder)?.[0];
    if (!entry.isFile() || !name) continue;
    const bytes = new Uint8Array(await readFile(join(entry.parentPath, entry.name)));
    const read = await decodeText(bytes);
    const count = counts.get(name) ?? { files: 0, right: 0 };
    count.files++;
    if (read !== null && read.text === written(bytes, LABELS[name] ?? name)) count.right++;
    counts.set(name, count);
  }
  return counts;
}

function written(bytes: Uint8Array, label: string): string | null {
  const ordered = label === 'utf-16' && bytes[0] === 0xfe ? 'utf-16be' : label;
  try {
    return new TextDecoder(ordered).decode(bytes);
  } catch {
    return null;
  }
}
