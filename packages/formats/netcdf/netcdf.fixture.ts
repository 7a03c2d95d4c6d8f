import { gunzipSync } from 'node:zlib';

/** A file of the classic format that netCDF 4.9 wrote, with two records. */
export const classicNetcdf = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gunzipSync(Buffer.from(packed, 'base64')));

const packed = [
  'H4sIAAAAAAACA3N2cWNkYGBgAmIuIGYGYpaSzNxUBghgrIDQIHHGPAibBYh5QHwgZi3JLMmBKgaZweaoUJJaXALmc0PVMpYg5Bmg+uD6S/MyS4',
  'oR8ozeCPs4gFwFkFgxQh8yYIOq0QCZk5eYm4psDpJ9MDGgnYwCILlsBgzAAsGMMolJySmpaQwM6RBxdqBJTAzMDYz2D+AqWf//AvIvQLgAZ1HM',
  'DkABAAA=',
].join('');
