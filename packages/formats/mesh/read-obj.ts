import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { linesOf, wordsOf } from './lines.ts';
import { damaged, type Mesh, MeshBuilder, titleOf } from './mesh.ts';

const MAX_CORNERS = 100_000;

/** Reads the corners and faces of a Wavefront OBJ. Materials and textures, which are in other files, and curves are left out. */
export function readObj(bytes: Uint8Array): Mesh {
  const builder = new MeshBuilder();
  let [title, vertexCount]: [string | null, number] = [null, 0];
  let open = '';
  for (const line of linesOf(bytes)) {
    // A line that ends with a backslash goes on in the next one.
    const whole = open + line;
    open = '';
    if (whole.endsWith('\\')) {
      open = whole.slice(0, -1);
      if (open.length > 20 * MAX_CORNERS) throw damaged('a line does not end');
      continue;
    }
    const [first, ...rest] = wordsOf(whole);
    if (first === 'v') {
      builder.vertex(Number(rest[0]), Number(rest[1]), Number(rest[2]));
      vertexCount += 1;
    } else if (first === 'f') {
      if (rest.length < 3 || rest.length > MAX_CORNERS)
        throw damaged('a face has too few or too many corners');
      builder.face(rest.map((word) => cornerOf(word, vertexCount)));
    } else if (first === 'o') title ??= titleOf(rest.join(' '));
  }
  if (vertexCount === 0) throw new UnreadableFileError('This is not a model: it has no corners.');
  return { format: 'OBJ', title, ...builder.model() };
}

/** The corner of `3/1/2`, counted from 1, or backwards from the last one: -1. */
function cornerOf(word: string, vertexCount: number): number {
  const number = Number.parseInt(word, 10);
  return number < 0 ? vertexCount + number : number - 1;
}
