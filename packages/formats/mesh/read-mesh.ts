import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import type { Mesh } from './mesh.ts';
import { readObj } from './read-obj.ts';
import { readPly } from './read-ply.ts';
import { isBinaryStl, readBinaryStl, readTextStl } from './read-stl.ts';

/** Reads a model in three dimensions. Which of the formats it is, its bytes tell. */
export async function readMesh(body: Blob): Promise<Mesh> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1_000));
  if (/^ply\s/.test(start)) return readPly(bytes);
  if (isBinaryStl(bytes)) return readBinaryStl(bytes);
  if (/^\s*solid\b/i.test(start)) return readTextStl(bytes);
  if (start.includes('\0')) throw new UnreadableFileError('This is not a model, or its end is missing.');
  return readObj(bytes);
}
