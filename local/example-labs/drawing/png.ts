import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './raster.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A PNG of a picture in color, or of gray values from 0 to 255. */
export function encodePng(picture: Raster | GrayPicture): Bytes {
  const { width, height, data } = picture;
  const channels = data.length / (width * height);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 3 ? 2 : 0, 0, 0, 0], 8);
  const stride = width * channels;
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

export interface GrayPicture {
  width: number;
  height: number;
  /** Rows from the top. */
  data: Uint8Array;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
