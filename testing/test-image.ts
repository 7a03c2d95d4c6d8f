import { crc32, deflateSync } from 'node:zlib';
import { GenerateLabImageUploadUrlDocument, LabImageDocument } from '@labroom/client/documents';
import sharp from 'sharp';
import type { Endpoint } from './actors.ts';
import { resultOf } from './test-client.ts';
import type { Author } from './test-upload.ts';

export const generateLabImageUploadUrl = (
  service: Endpoint,
  { oclId, token }: { oclId: string; token?: string },
  contentType = 'image/png',
) => resultOf(service, GenerateLabImageUploadUrlDocument, { oclId, contentType }, token);

/** Sends an image and returns the response. */
export async function putImage(url: string, bytes: Uint8Array | string, contentType = 'image/png') {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: bytes as BodyInit,
  });
  const body = response.ok ? null : await response.json();
  return { status: response.status, reason: body?.reason as string | undefined };
}

/** Requests a URL and uploads an image, ready to be checked; returns its key. */
export async function sendImage(
  service: Endpoint,
  author: Pick<Author, 'oclId' | 'token'>,
  bytes: Uint8Array | string,
  contentType = 'image/png',
): Promise<string> {
  const { uploadUrl, key, error } = await generateLabImageUploadUrl(service, author, contentType);
  if (error) throw new Error(error.message);
  const { status } = await putImage(uploadUrl, bytes, contentType);
  if (status !== 200) throw new Error(`PUT answered ${status}`);
  return key;
}

/** The format and size of a served picture, by its bytes. */
export async function shownAt(url: string) {
  const response = await fetch(url);
  const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { type: response.headers.get('content-type'), format, width, height };
}

export const imageOf = (service: Endpoint, oclId: string) => resultOf(service, LabImageDocument, { oclId });

/** A complete gray PNG, optionally with another size in its header. */
export function png(
  size: { width?: number; height?: number; claimed?: [number, number]; shade?: number } = {},
): Buffer {
  const { width = 2, height = 2, shade = 0 } = size;
  const claimed = size.claimed ?? [width, height];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed[0], 0);
  header.writeUInt32BE(claimed[1], 4);
  header.writeUInt8(8, 8);
  const rows = Buffer.from(Array.from({ length: height }, () => [0, ...Array(width).fill(shade)]).flat());
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A chunk of a PNG with its checksum. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
