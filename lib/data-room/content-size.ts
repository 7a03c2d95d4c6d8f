import { TAG_BYTES } from '@labroom/client/crypto/gcm-lengths';

/**
 * Bytes of the content of a version, as a reader has it. The stored bytes of an encrypted one are longer by the tag at their end.
 * @param contentLength number of stored bytes, also as a decimal string
 */
export function contentSize({
  accessLevel,
  contentLength,
}: {
  accessLevel: string;
  contentLength: number | string | null;
}): number {
  const stored = Number(contentLength ?? 0);
  return accessLevel === 'PUBLIC' ? stored : Math.max(0, stored - TAG_BYTES);
}
