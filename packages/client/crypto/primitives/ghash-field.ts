// [Note: the field of GHASH] A block of 16 bytes is a polynomial over GF(2) of degree below 128. Addition is XOR. Products are
// reduced by x^128 + x^7 + x^2 + x + 1 (NIST SP 800-38D, section 6.3). The first bit of a block is the coefficient of x^0, so
// here it is the highest bit of a bigint, and multiplying by x shifts to the right.

const BITS = 128n;
const REDUCTION = 0xe1n << 120n;
const ONE = 1n << (BITS - 1n);

export function fieldFromBlock(block: Uint8Array): bigint {
  return block.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

export function blockFromField(value: bigint): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 16 }, (_, at) => Number((value >> BigInt(120 - 8 * at)) & 0xffn));
}

export function multiply(a: bigint, b: bigint): bigint {
  let product = 0n;
  let shifted = b;
  for (let bit = BITS - 1n; bit >= 0n; bit -= 1n) {
    if ((a >> bit) & 1n) product ^= shifted;
    shifted = shifted & 1n ? (shifted >> 1n) ^ REDUCTION : shifted >> 1n;
  }
  return product;
}

/** @param exponent not negative */
export function power(base: bigint, exponent: bigint): bigint {
  let result = ONE;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

/**
 * Divides by `value` with the binary algorithm of Euclid (Guide to Elliptic Curve Cryptography, 2.49): powers take a hundred times as long.
 * @param value not 0
 */
export function inverse(value: bigint): bigint {
  // With a bit more than a block, for x^128.
  const one = ONE << 1n;
  let [u, v] = [value << 1n, (REDUCTION << 1n) | 1n];
  let [ofU, ofV] = [ONE, 0n];
  while (u !== one && v !== one) {
    for (; !(u & one); u <<= 1n) ofU = dividedByX(ofU);
    for (; !(v & one); v <<= 1n) ofV = dividedByX(ofV);
    // The lowest bit is that of the highest power.
    if ((u & -u) < (v & -v)) [u, ofU] = [u ^ v, ofU ^ ofV];
    else [v, ofV] = [u ^ v, ofU ^ ofV];
  }
  return u === one ? ofU : ofV;
}

const dividedByX = (value: bigint) => (value & ONE ? ((value ^ REDUCTION) << 1n) | 1n : value << 1n);
