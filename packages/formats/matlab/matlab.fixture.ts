import { gunzipSync } from 'node:zlib';

/** A compressed file of version 5 that SciPy 1.10 wrote. */
export const scipyMat = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gunzipSync(Buffer.from(packed, 'base64')));

const packed = [
  'H4sIAAAAAAACA/N1DPFxdFIw1TNQ8HUM0U3LzElVCMhJLEnLL8q1UijIL86s0FFwLkpNLElNUcjPs1IILs1T8MsvUzCyVDA0sjKwtDIyUzAyMD',
  'JjIAMwevryAylLIK6Y8zg5IcGDIclM4VnDJYUDXE+NGQ2NBYyZEvUmPGNJYmaT+JHAv5BVZgFTQBSLV7HDC2ZXPobVnaxcIAP04AZsABvAkCTG',
  'xpHQ+klyYY7bAh/PLNdOhpDcYw+nWlr+5OFh8DZmTQfpcoXrimA8kuNwhvFID4/Aga4j6U2XFDY+uTJnTpLCWfYjYh6/bmx4kexi1C+sxcdo/8',
  'bxF++EL5sFLugzpKgyZjIoO7GWgAzzhht2gwFimA/QMKAvDhkqOxtGzGFd0ybooW6kYviB8SbQyJ8Fr9oZ5FQKFQQYVpo7XDp/smXlfE5Pe2GB',
  'phsMferMWiAjteFGfoD46qICE0fEwho3i7SUFUyX5gQUcvxI6D+VXsDA4KfI1A/SYgrX0gENiDCFtJZLCnbCIsZMJx8xTbDgZmYOmdfOyCix0E',
  'Q9RJ7lhAUDQ4oN4y+QZl+45hmQ8Fjq2CDaUdkwg7Nj5kITDgOjDQYq09WWFjHd5OR54XCI8VTDJa6AKAav1Q4v+b8JRLGdet5wyQsUO6uBESpQ',
  'yl4NMlQNbqgBUtw2MwCjFmjek6fPlxY5HWVQ6WJSBAC6kh9PigIAAA==',
].join('');
