import { type DecodedText, decodeText } from './decode-text.ts';
import type { Encoding } from './encodings.ts';

interface PlainText extends DecodedText {
  /** Whether the file has more. */
  isCut: boolean;
}

interface PlainOptions {
  maxBytes?: number;
  /** Whether the body itself is the beginning of a file: its last character may be cut. */
  isCut?: boolean;
  /** Default: judged by the bytes. */
  encoding?: Encoding | undefined;
}

/** The text of a file, or its beginning. `null` if the file is no text. */
export async function readPlainText(
  body: Blob,
  { maxBytes = body.size, isCut: isStart = false, encoding }: PlainOptions = {},
): Promise<PlainText | null> {
  const bytes = new Uint8Array(await body.slice(0, maxBytes).arrayBuffer());
  const isCut = isStart || body.size > maxBytes;
  const decoded = await decodeText(bytes, { encoding, isCut });
  return decoded && { ...decoded, isCut };
}
