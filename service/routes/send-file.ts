import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { ByteRange } from './byte-range.ts';

const large = 512 * 1024;
const small = 64 * 1024;
/** In a larger crowd those who come later get small buffers: slow readers shall not fill the memory. */
const largeAtOnce = 64;
const keptForLater = 8;

let largeInUse = 0;
const idle: Buffer[] = [];

/**
 * Sends a stretch of an open file as the body of a response whose head is set, and ends it; stops where the client hangs
 * up. All of it goes through one buffer, used again by the next download: a new one for every chunk, as streams take, makes
 * the memory outside the heap grow so fast that collecting it costs more than sending the file.
 * @throws Error when the file cannot be read; the response is not ended then
 */
export async function sendFile(file: FileHandle, range: ByteRange, response: ServerResponse): Promise<void> {
  const buffer = takeBuffer(range.end - range.start);
  let isOurs = true;
  try {
    for (let position = range.start; position < range.end; ) {
      const wanted = Math.min(buffer.length, range.end - position);
      const { bytesRead } = await file.read(buffer, 0, wanted, position);
      if (bytesRead === 0) throw new Error('A stored object ends too early.');
      isOurs = false;
      if (!(await written(response, buffer.subarray(0, bytesRead)))) return;
      isOurs = true;
      position += bytesRead;
    }
    response.end();
  } finally {
    leaveBuffer(buffer, isOurs);
  }
}

/** Whether bytes came to be with the operating system: not before may their buffer be filled again. */
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

/** @param isOurs false where the socket of somebody who hung up may still hold it */
function leaveBuffer(buffer: Buffer, isOurs: boolean): void {
  if (buffer.length < large) return;
  largeInUse -= 1;
  if (isOurs && idle.length < keptForLater) idle.push(buffer);
}
