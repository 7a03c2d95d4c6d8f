import type { Disclosure } from './disclosure.ts';
import { authors } from './office.ts';
import { bytesOf, latin1Of, textOf } from './texts.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** How the sets of properties begin (MS-OLEPS 2.21): their format ids. */
const SUMMARY = '\xe0\x85\x9f\xf2\xf9\x4f\x68\x10\xab\x91\x08\x00\x2b\x27\xb3\xd9';
const DOCUMENT_SUMMARY = '\x02\xd5\xcd\xd5\x9c\x2e\x1b\x10\x93\x97\x08\x00\x2b\x2c\xf9\xae';
const [AUTHOR, LAST_AUTHOR, MANAGER] = [4, 8, 14];
const CODE_PAGES: Readonly<Record<number, string>> = {
  1200: 'utf-16le',
  65001: 'utf-8',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  1251: 'windows-1251',
};

/** What `.doc`, `.xls`, `.ppt` and other compound files say of their authors; an encrypted document cannot be read. */
export async function oleDisclosures(file: Blob): Promise<Disclosure[]> {
  const bytes = await bytesOf(file, 0, MAX_BYTES);
  const text = latin1Of(bytes);
  const utf16 = (name: string) => [...name].map((character) => `${character}\0`).join('');
  if (text.includes(utf16('EncryptedPackage')))
    return [{ kind: 'unread', reason: 'Is protected with a password, so it could not be looked into' }];
  const summary = propertiesAt(bytes, text.indexOf(SUMMARY));
  const more = propertiesAt(bytes, text.indexOf(DOCUMENT_SUMMARY));
  const found = authors([
    ['Names its author', [summary.get(AUTHOR) ?? '']],
    ['Names who saved it last', [summary.get(LAST_AUTHOR) ?? '']],
    ['Names a manager', [more.get(MANAGER) ?? '']],
  ]);
  // Streams of Outlook messages.
  if (text.includes(utf16('__recip_version1.0')))
    found.push({ kind: 'person', reason: 'Is an e-mail with its sender and recipients' });
  return found;
}

/** The texts of a property set by their ids, where its format id is at `at`. */
function propertiesAt(bytes: Uint8Array<ArrayBuffer>, at: number): Map<number, string> {
  const properties = new Map<number, string>();
  // The format id follows a header of 28 bytes.
  const start = at - 28;
  if (at < 28 || at + 20 > bytes.length) return properties;
  const view = new DataView(bytes.buffer);
  const set = start + view.getUint32(at + 16, true);
  if (set + 8 > bytes.length) return properties;
  const count = Math.min(view.getUint32(set + 4, true), 100);
  let encoding = 'windows-1252';
  for (let index = 0; index < count && set + 16 + 8 * index <= bytes.length; index++) {
    const id = view.getUint32(set + 8 + 8 * index, true);
    const value = set + view.getUint32(set + 12 + 8 * index, true);
    if (value + 8 > bytes.length) continue;
    const type = view.getUint16(value, true);
    if (id === 1) encoding = CODE_PAGES[view.getUint16(value + 4, true)] ?? encoding;
    const length = Math.min(view.getUint32(value + 4, true), 500);
    if (type === 30) {
      const body = bytes.subarray(value + 8, value + 8 + length);
      const decoded =
        encoding === 'utf-16le' ? new TextDecoder(encoding).decode(body) : decodedBy(encoding, body);
      properties.set(id, decoded.split('\0')[0] ?? '');
    } else if (type === 31)
      properties.set(
        id,
        new TextDecoder('utf-16le')
          .decode(bytes.subarray(value + 8, value + 8 + 2 * length))
          .split('\0')[0] ?? '',
      );
  }
  return properties;
}

const decodedBy = (encoding: string, body: Uint8Array) =>
  encoding === 'windows-1252' ? textOf(body) : new TextDecoder(encoding).decode(body);
