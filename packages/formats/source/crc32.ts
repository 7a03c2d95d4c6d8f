const POLYNOMIAL = 0xedb88320;

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The CRC-32 of bytes (RFC 1952, 8), or of bytes after others whose CRC-32 is `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (let at = 0; at < bytes.length; at++)
    value = (table[(value ^ (bytes[at] as number)) & 0xff] as number) ^ (value >>> 8);
  return ~value >>> 0;
}
