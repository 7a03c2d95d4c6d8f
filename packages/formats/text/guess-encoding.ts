import { type Encoding, isEncoding } from './encodings.ts';

/** Bytes that are judged. */
const SAMPLE = 32_768;
/** The bytes that are other letters in Windows-1254 than in Windows-1252. */
const TURKISH = [0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe];
/** Bytes on both sides of one that is not ASCII. */
const AROUND = 64;
/** Below it, another encoding is taken only if the text has no sign of a Western one. */
const SURE = 40;
/** How much more likely than a Western encoding another one must be. */
const LEAD = 20;

/** The encoding of bytes that are no UTF-8, by the frequency of their letters. Western unless another one is clearly more likely. */
export async function guessEncoding(bytes: Uint8Array): Promise<Encoding> {
  const { analyse } = await import('chardet');
  const found = analyse(sampleOf(bytes)).flatMap(({ name, confidence }) => {
    const encoding = labelOf(name);
    return isEncoding(encoding) && !encoding.startsWith('utf') ? [{ encoding, confidence }] : [];
  });
  const western = found.find(({ encoding }) => encoding === 'windows-1252')?.confidence;
  const [likeliest] = found.filter(
    ({ encoding }) => encoding !== 'windows-1254' || TURKISH.some((byte) => bytes.includes(byte)),
  );
  if (!likeliest || !decodes(bytes, likeliest.encoding)) return 'windows-1252';
  const isClear =
    western === undefined
      ? likeliest.confidence > 10
      : likeliest.confidence >= SURE && likeliest.confidence >= western + LEAD;
  return isClear ? likeliest.encoding : 'windows-1252';
}

/** ISO 8859-1 and -9 are read as the encodings of Windows that contain them, as browsers do. */
function labelOf(name: string): string {
  const label = name.toLowerCase();
  return { 'iso-8859-1': 'windows-1252', 'iso-8859-9': 'windows-1254' }[label] ?? label;
}

function decodes(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The places with characters other than ASCII: the beginning of a table may have none. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE);
  let length = 0;
  let next = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const part = bytes.subarray(Math.max(next, at - AROUND), at + AROUND).subarray(0, SAMPLE - length);
    sample.set(part, length);
    length += part.length;
    next = at + AROUND;
    at = next - 1;
  }
  return sample.subarray(0, length);
}
