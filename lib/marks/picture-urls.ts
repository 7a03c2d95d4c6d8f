import type { FaceKind } from '@labroom/marks/face';
import type { MarkFormat } from '@labroom/marks/mark-formats';

/** Browsers keep pictures for a year. Raise the version whenever the drawing changes, which changes every URL. */
const version = 1;

const prefix = `/marks/${version}`;

export function labMarkUrl(oclId: string, format: MarkFormat): string {
  return `${prefix}/labs/${oclId.toLowerCase()}/${format}.svg`;
}

export function faceUrl(address: string, kind: FaceKind): string {
  return `${prefix}/${kind}/${address.toLowerCase()}.svg`;
}

/** URL of the fingerprint of a value that ends with 40 to 64 hex digits, e.g. `sha256:…` or `0x…`; else `null`. */
export function fingerprintUrl(value: string): string | null {
  const [digits] = /[0-9a-f]{40,64}$/.exec(value.toLowerCase()) ?? [];
  return digits ? `${prefix}/fingerprint/${digits}.svg` : null;
}

/** URL of the social card of a lab or of one of its files. */
export function cardUrl(shortname: string, filePath = ''): string {
  const segments = filePath === '' ? [] : filePath.split('/');
  return `/cards/${[shortname, ...segments].map(encodeURIComponent).join('/')}`;
}

export type Picture =
  | { kind: 'lab'; oclId: string; format: MarkFormat }
  | { kind: 'face'; address: string; face: FaceKind }
  | { kind: 'fingerprint'; digits: string };

/** Parses a path of these URLs without `/marks/`. There is one URL for each picture; others are `null`. */
export function parsePicture(path: readonly string[]): Picture | null {
  const [first, ...rest] = path;
  if (first !== String(version)) return null;
  const text = rest.join('/');
  const [, oclId, format] = /^labs\/(0x[0-9a-f]{64})\/(banner|wide|card|square)\.svg$/.exec(text) ?? [];
  if (oclId && format) return { kind: 'lab', oclId, format: format as MarkFormat };
  const [, face, address] = /^(person|agent)\/(0x[0-9a-f]{40})\.svg$/.exec(text) ?? [];
  if (face && address) return { kind: 'face', address, face: face as FaceKind };
  const [, digits] = /^fingerprint\/([0-9a-f]{40,64})\.svg$/.exec(text) ?? [];
  return digits ? { kind: 'fingerprint', digits } : null;
}
