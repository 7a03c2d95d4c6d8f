import { UnreadableFileError } from '../source/unreadable-file-error.ts';

/** A model in three dimensions: triangles, or points that no triangle joins. */
export interface Mesh {
  format: 'STL (binary)' | 'STL (text)' | 'OBJ' | 'PLY (binary)' | 'PLY (text)';
  /** What the file calls it. */
  title: string | null;
  triangleCount: number;
  /** Corners or points that the file lists; `null` where each triangle has its own. */
  vertexCount: number | null;
  /** Corners of the smallest box around all of it; `null` if it has no place. */
  box: { min: Point; max: Point } | null;
  /** What `positions` are. */
  drawn: 'triangles' | 'points';
  /** X, y and z of the corners of the first triangles, or of the first points. */
  positions: Float32Array<ArrayBuffer>;
}

type Point = [x: number, y: number, z: number];

/** Triangles and points that are drawn. */
const MAX_DRAWN = 500_000;
/** Corners that triangles can name. */
const MAX_VERTICES = 10_000_000;
const MAX_TITLE = 200;

/** What a file calls itself, on one line. */
export const titleOf = (text: string): string | null =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TITLE) || null;

export const damaged = (why: string) => new UnreadableFileError(`The model is damaged: ${why}.`);

/** Numbers, three at a time, up to a number of them. */
class Triples {
  readonly #most: number;
  #values = new Float32Array(3 * 1_024);
  length = 0;

  constructor(most: number) {
    this.#most = 3 * most;
  }

  /** Whether there was room. */
  add(x: number, y: number, z: number): boolean {
    if (this.length + 3 > this.#most) return false;
    if (this.length + 3 > this.#values.length) {
      const larger = new Float32Array(Math.min(this.#most, 2 * this.#values.length));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = x;
    this.#values[this.length + 1] = y;
    this.#values[this.length + 2] = z;
    this.length += 3;
    return true;
  }

  copy(from: Triples, place: number): void {
    const values = from.#values;
    this.add(values[3 * place] ?? 0, values[3 * place + 1] ?? 0, values[3 * place + 2] ?? 0);
  }

  first(count: number): Float32Array<ArrayBuffer> {
    return this.#values.slice(0, Math.min(this.length, 3 * count));
  }
}

/** Takes corners, and faces that name them, and makes a model of them. */
export class MeshBuilder {
  readonly #box = { min: [0, 0, 0] as Point, max: [0, 0, 0] as Point };
  readonly #corners = new Triples(MAX_VERTICES);
  readonly #drawn = new Triples(3 * MAX_DRAWN);
  #triangleCount = 0;
  #vertexCount = 0;
  #hasPlace = false;

  vertex(x: number, y: number, z: number): void {
    this.#place(x, y, z);
    if (!this.#corners.add(x, y, z))
      throw new UnreadableFileError('The model has too many corners for a preview.');
    this.#vertexCount += 1;
  }

  /** A face of three corners or more, which are numbered from 0. */
  face(corners: readonly number[]): void {
    for (const corner of corners) {
      if (!(Number.isInteger(corner) && corner >= 0 && corner < this.#vertexCount))
        throw damaged('a face has a corner that does not exist');
    }
    for (let index = 2; index < corners.length; index++) {
      this.#triangleCount += 1;
      if (this.#triangleCount > MAX_DRAWN) continue;
      for (const corner of [corners[0] ?? 0, corners[index - 1] ?? 0, corners[index] ?? 0])
        this.#drawn.copy(this.#corners, corner);
    }
  }

  /** A triangle with corners of its own. */
  triangle(corners: ArrayLike<number>): void {
    this.#triangleCount += 1;
    for (let at = 0; at < 9; at += 3) {
      const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = [
        corners[at],
        corners[at + 1],
        corners[at + 2],
      ];
      this.#place(x, y, z);
      if (this.#triangleCount <= MAX_DRAWN) this.#drawn.add(x, y, z);
    }
  }

  /** The model: its triangles, or its points if it has none. */
  model(): Pick<Mesh, 'triangleCount' | 'vertexCount' | 'box' | 'drawn' | 'positions'> {
    const hasTriangles = this.#triangleCount > 0;
    return {
      triangleCount: this.#triangleCount,
      vertexCount: this.#vertexCount || null,
      box: this.#hasPlace ? this.#box : null,
      drawn: hasTriangles ? 'triangles' : 'points',
      positions: hasTriangles ? this.#drawn.first(3 * MAX_DRAWN) : this.#corners.first(MAX_DRAWN),
    };
  }

  #place(...place: Point): void {
    const { min, max } = this.#box;
    for (let axis = 0; axis < 3; axis++) {
      const value = place[axis] ?? Number.NaN;
      if (!Number.isFinite(value)) throw damaged('a corner has no valid position');
      if (!this.#hasPlace || value < (min[axis] ?? 0)) min[axis] = value;
      if (!this.#hasPlace || value > (max[axis] ?? 0)) max[axis] = value;
    }
    this.#hasPlace = true;
  }
}
