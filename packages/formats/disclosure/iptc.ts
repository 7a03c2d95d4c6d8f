import type { Disclosure } from './disclosure.ts';
import { isNobody } from './is-nobody.ts';
import { shown, wholeTextOf } from './texts.ts';

/** Data sets of IPTC-IIM whose text names a person. */
const NAMES: Readonly<Record<number, string>> = { 80: 'Names the photographer', 122: 'Names the writer' };

/** What the data sets of IPTC-IIM name of persons. */
export function iptcDisclosures(bytes: Uint8Array): Disclosure[] {
  const found: Disclosure[] = [];
  for (let at = 0; at + 5 < bytes.length && found.length < 5; at++) {
    const label = bytes[at] === 0x1c && bytes[at + 1] === 2 ? NAMES[bytes[at + 2] ?? 0] : undefined;
    if (!label) continue;
    const length = (bytes[at + 3] ?? 0) * 256 + (bytes[at + 4] ?? 0);
    const value = wholeTextOf(bytes.subarray(at + 5, at + 5 + Math.min(length, 200)));
    if (!isNobody(value)) found.push({ kind: 'person', reason: `${label}: ${shown(value)}` });
  }
  return found;
}
