/** Encodings that a text can be read in: labels of `TextDecoder`, with the name that people know. The usual ones first. */
export const encodings = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western)',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  macintosh: 'Mac Roman',
  'iso-8859-15': 'ISO 8859-15 (Western)',
  'windows-1250': 'Windows-1250 (Central European)',
  'iso-8859-2': 'ISO 8859-2 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'iso-8859-5': 'ISO 8859-5 (Cyrillic)',
  'koi8-r': 'KOI8-R (Cyrillic)',
  'x-mac-cyrillic': 'Mac Cyrillic',
  ibm866: 'IBM866 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'iso-8859-7': 'ISO 8859-7 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'iso-8859-8': 'ISO 8859-8 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'iso-8859-6': 'ISO 8859-6 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-1258': 'Windows-1258 (Vietnamese)',
  gb18030: 'GB 18030 (Chinese)',
  big5: 'Big5 (Chinese)',
  'windows-874': 'Windows-874 (Thai)',
  shift_jis: 'Shift JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  'iso-2022-jp': 'ISO 2022-JP (Japanese)',
  'euc-kr': 'EUC-KR (Korean)',
} as const;

export type Encoding = keyof typeof encodings;

export const isEncoding = (label: string): label is Encoding => Object.hasOwn(encodings, label);
