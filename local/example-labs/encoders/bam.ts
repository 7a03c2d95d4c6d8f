import type { Bytes } from './zip.ts';

/** Two alignments, one of them with tags of every kind, that samtools 1.16 packed in blocks. */
export const exampleBam = (): Bytes => Uint8Array.from(Buffer.from(packed, 'base64'));

/** The same as text. */
export const exampleSam = [
  '@HD\tVN:1.6\tSO:coordinate',
  '@SQ\tSN:chr1\tLN:5000',
  'read1\t99\tchr1\t101\t60\t4S6M\t=\t301\t206\tACGTNACGTA\tIIIIIHHHHH\tNM:i:-1\tRG:Z:lane 1\tXF:f:0.1\tXB:B:s,1,-2\tXA:A:q',
  'read2\t4\t*\t0\t0\t*\t*\t0\t0\tACG\t*',
  '',
].join('\n');

const packed = [
  'H4sIBAAAAAAA/wYAQkMCAGEAc3L0ZdRlYGBw8HDhDPOzMtQz4wz2t0rOzy9KycxLLEnlcggO5Az2s0rOKDLk9PGzMjUwMOBiZGBgYGVgYEjOKD',
  'Jk6BBmYAAA9hTVYUYAAAAfiwgEAAAAAAD/BgBCQwIAjwBLYoCAFAYGBjYbTyEmhmQGLqiYDiMDwzkGBoai1MQUQwYXBgaGBAYGBiGPjyqNGiCg',
  'DgJ+vsn/g9yjchLzUhUMGSLc0s6eOWMb4eRUzMTAwMDI8O9/hKNjoTYDA8N/KGBj8BBiYGBhYEYSY4DaYsQg5PD//38AN/vtnZUAAAAfiwgEAA',
  'AAAAD/BgBCQwIAGwADAAAAAAAAAAAA',
].join('');
