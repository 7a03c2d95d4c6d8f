import { parentPort, workerData } from 'node:worker_threads';
import type { ImageType } from './image-types.ts';
import { RejectedImageError } from './rejected-image-error.ts';

/** Task of the thread behind `checkImage`, which checks one image and ends. */
export interface CheckTask {
  type: ImageType;
  bytes: Uint8Array;
}

/** Loads the checker of a type on demand, because the DOM for SVG is large. */
async function readerFor(type: ImageType): Promise<(bytes: Uint8Array) => Uint8Array> {
  if (type === 'image/svg+xml') return (await import('./sanitize-svg.ts')).sanitizeSvg;
  const { checkRaster } = await import('./raster-frames.ts');
  return (bytes) => {
    checkRaster(type, bytes);
    return bytes;
  };
}

const { type, bytes }: CheckTask = workerData;
const read = await readerFor(type);
parentPort?.postMessage('ready');
try {
  parentPort?.postMessage({ bytes: read(bytes) });
} catch (error) {
  // Every other error is caused by the bytes, so a retry would fail the same way.
  const unknown = error instanceof RangeError ? 'TOO_COMPLEX' : 'DAMAGED';
  parentPort?.postMessage({ refusal: error instanceof RejectedImageError ? error.reason : unknown });
}
