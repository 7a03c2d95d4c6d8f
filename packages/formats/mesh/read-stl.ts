import { linesOf, wordsOf } from './lines.ts';
import { damaged, type Mesh, MeshBuilder, titleOf } from './mesh.ts';

const [HEADER, TRIANGLE] = [84, 50];

/** Whether it is STL of numbers: its length tells, because its header may begin with the word of the other kind. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER) return false;
  const rest = bytes.length - HEADER - TRIANGLE * countOf(bytes);
  // Some programs write a line end after the last triangle.
  return rest >= 0 && rest < TRIANGLE && (rest === 0 || bytes.subarray(0, HEADER).includes(0));
}

const countOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);

export function readBinaryStl(bytes: Uint8Array): Mesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const builder = new MeshBuilder();
  const corners = new Float32Array(9);
  const count = countOf(bytes);
  for (let triangle = 0; triangle < count; triangle++) {
    // A normal comes before the corners, and is what they tell.
    const at = HEADER + triangle * TRIANGLE + 12;
    for (let index = 0; index < 9; index++) corners[index] = view.getFloat32(at + 4 * index, true);
    builder.triangle(corners);
  }
  const title = new TextDecoder('latin1').decode(bytes.subarray(0, 80)).replace(/\0.*$/s, '');
  return { format: 'STL (binary)', title: titleOf(title), ...builder.model() };
}

export function readTextStl(bytes: Uint8Array): Mesh {
  const builder = new MeshBuilder();
  let title: string | null = null;
  let corners: number[] = [];
  let isClosed = false;
  for (const line of linesOf(bytes)) {
    const [first = '', ...rest] = wordsOf(line);
    switch (first.toLowerCase()) {
      case 'solid':
        title ??= titleOf(rest.join(' '));
        break;
      case 'vertex':
        corners.push(...rest.slice(0, 3).map(Number));
        break;
      case 'endfacet':
        if (corners.length !== 9) throw damaged('a facet has not three corners');
        builder.triangle(corners);
        corners = [];
        break;
      case 'endsolid':
        isClosed = true;
    }
    if (corners.length > 9) throw damaged('a facet has not three corners');
  }
  if (!isClosed) throw damaged('its end is missing');
  return { format: 'STL (text)', title, ...builder.model() };
}
