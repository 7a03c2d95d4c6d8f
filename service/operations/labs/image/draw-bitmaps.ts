import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ImageRefusal } from '#platform/db/tables/labs.ts';
import type { ImageType } from './image-types.ts';
import { checkRaster } from './raster-frames.ts';

/** The picture as PNG and as WebP, of the same size. */
export interface Bitmaps {
  png: Uint8Array;
  webp: Uint8Array;
}

export type DrawnImage = { bitmaps: Bitmaps } | { refusal: ImageRefusal };

/** First line that the process writes: the lengths of the bitmaps behind it, or why there are none. */
export type DrawnHeader = { png: number; webp: number } | { refusal: ImageRefusal };

/** Honest pictures of the largest size take 0.1 to 0.4 seconds of processor time. */
const processorSeconds = 2;
/** Virtual memory for data in kB. Node and libvips reserve more than they use. */
const dataKilobytes = 1_200_000;
/** Ends a process that waits. Long, because a busy machine may be slow. */
const wallMs = 60_000;
/** Longest output: two bitmaps of incompressible pixels. */
const maxOutput = 16_000_000;
/** Pictures that are drawn at once by this process. */
const maxDrawing = 2;

const program = fileURLToPath(new URL('./draw-bitmaps.program.ts', import.meta.url));
const fonts = fileURLToPath(new URL('./fonts/fonts.conf', import.meta.url));
// macOS has no limit of data: the other two hold there.
const limits = `ulimit -t ${processorSeconds}; ulimit -d ${dataKilobytes} 2>/dev/null; exec "$0" "$@"`;

const waiting: (() => void)[] = [];
let drawing = 0;

/**
 * Draws an untrusted picture, at most `shownSide` pixels wide and high, in a process of its own with limits of processor time, memory
 * and output, without environment and secrets. A picture that exceeds them is `TOO_COMPLEX`.
 * @throws Error if the process failed for another reason, e.g. because its programs are missing
 */
export async function drawBitmaps(type: ImageType, bytes: Uint8Array): Promise<DrawnImage> {
  if (drawing < maxDrawing) drawing += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await drawInProcess(type, bytes);
  } finally {
    const next = waiting.shift();
    // The next one takes this place.
    if (next) next();
    else drawing -= 1;
  }
}

async function drawInProcess(type: ImageType, bytes: Uint8Array): Promise<DrawnImage> {
  const child = spawn(
    '/bin/sh',
    ['-c', limits, process.execPath, '--max-old-space-size=64', '--no-warnings', program, type],
    {
      cwd: '/',
      stdio: 'pipe',
      env: {
        MALLOC_ARENA_MAX: '1',
        UV_THREADPOOL_SIZE: '1',
        FONTCONFIG_FILE: fonts,
        PANGOCAIRO_BACKEND: 'fontconfig',
      },
    },
  );
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(kill, wallMs);
  // The process may end before it has read everything.
  child.stdin.on('error', () => undefined).end(bytes);
  const [output, complaint, [code, signal]] = await Promise.all([
    readAtMost(child.stdout, maxOutput, kill),
    readAtMost(child.stderr, maxOutput, kill),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ]).finally(() => clearTimeout(timer));
  // 134 and 137: a shell that did not hand over the signal.
  if (signal !== null || code === 134 || code === 137) return { refusal: 'TOO_COMPLEX' };
  if (code !== 0)
    throw new Error(`Drawing a picture ended with code ${code}: ${complaint.toString().slice(-2_000)}`);
  return parseOutput(output);
}

async function readAtMost(
  stream: NonNullable<ChildProcess['stdout']>,
  most: number,
  tooMuch: () => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > most) tooMuch();
    else chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Trusts nothing: decoders of untrusted bytes wrote the output. */
function parseOutput(output: Buffer): DrawnImage {
  const end = output.indexOf('\n');
  const header: DrawnHeader = JSON.parse(output.toString('utf8', 0, end));
  if ('refusal' in header) return header;
  const png = output.subarray(end + 1, end + 1 + header.png);
  const webp = output.subarray(end + 1 + header.png);
  if (webp.length !== header.webp) throw new Error('Drawing a picture wrote an incomplete bitmap.');
  checkRaster('image/png', png);
  checkRaster('image/webp', webp);
  return { bitmaps: { png, webp } };
}
