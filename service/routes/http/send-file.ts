import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { ByteRange } from './byte-range.ts';

const large = 512 * 1024;
const small = 64 * 1024;
/**
 * Above this number of concurrent downloads, further ones get small buffers, so that slow readers do not fill the
 * memory.
 */
const largeAtOnce = 64;
const keptForLater = 8;

let largeInUse = 0;
const idle: Buffer[] = [];

/**
 * Sends a range of an open file as the body of a response whose headers are set, and ends the response. Stops when the
 * client disconnects. All chunks use one buffer, which the next download reuses. A new buffer per chunk, as streams
 * use, makes the memory outside the heap grow so fast that collecting it costs more than sending the file.
 * @throws Error when the file cannot be read; the response is not ended then
 */
export async function sendFile(file: FileHandle, range: ByteRange, response: ServerResponse): Promise<void> {
  const buffer = takeBuffer(range.end - range.start);
  let isReusable = true;
  try {
    for (let position = range.start; position < range.end; ) {
      const wanted = Math.min(buffer.length, range.end - position);
      const { bytesRead } = await file.read(buffer, 0, wanted, position);
      if (bytesRead === 0) throw new Error('A stored object ends too early.');
      isReusable = false;
      if (!(await written(response, buffer.subarray(0, bytesRead)))) return;
      isReusable = true;
      position += bytesRead;
    }
    response.end();
  } finally {
    leaveBuffer(buffer, isReusable);
  }
}

/**
 * Resolves to true when the operating system has taken the bytes, to false if the connection closed. The buffer may be
 * reused only after true.
 */
function written(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const hungUp = () => resolve(false);
    response.once('close', hungUp);
    response.write(bytes, (error) => {
      response.off('close', hungUp);
      resolve(!error);
    });
  });
}

function takeBuffer(length: number): Buffer {
  if (length <= small || largeInUse >= largeAtOnce) return Buffer.allocUnsafeSlow(Math.min(length, small));
  largeInUse += 1;
  return idle.pop() ?? Buffer.allocUnsafeSlow(large);
}

/** @param isReusable false if the socket of a disconnected client may still use it */
function leaveBuffer(buffer: Buffer, isReusable: boolean): void {
  if (buffer.length < large) return;
  largeInUse -= 1;
  if (isReusable && idle.length < keptForLater) idle.push(buffer);
}
