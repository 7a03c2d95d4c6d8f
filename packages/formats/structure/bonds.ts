/** Covalent radii in ångström (Cordero 2008); others count as 1.5. */
const RADII: Readonly<Record<string, number>> = {
  ...{ H: 0.31, D: 0.31, B: 0.84, C: 0.76, N: 0.71, O: 0.66, F: 0.57, SI: 1.11, P: 1.07, S: 1.05, CL: 1.02 },
  ...{
    SE: 1.2,
    BR: 1.2,
    I: 1.39,
    NA: 1.66,
    MG: 1.41,
    K: 2.03,
    CA: 1.76,
    FE: 1.32,
    CU: 1.32,
    ZN: 1.22,
    MN: 1.39,
  },
};
const IONS = new Set(['NA', 'K', 'LI', 'CS', 'RB']);
const TOLERANCE = 0.4;
const CELL = 3;
const MAX_BONDS_OF_ATOM = 8;

interface Placed {
  element: string;
  x: number;
  y: number;
  z: number;
}

/** Pairs of atoms whose distance is that of a bond. Atoms are compared with those of neighbouring cells of a grid only. */
export function bondsOf(atoms: readonly Placed[]): Uint32Array {
  const cells = new Map<string, number[]>();
  const bonds: number[] = [];
  const counts = new Uint8Array(atoms.length);
  const radii = atoms.map(({ element }) => RADII[element.toUpperCase()] ?? 1.5);
  for (const [index, atom] of atoms.entries()) {
    if (IONS.has(atom.element.toUpperCase())) continue;
    const [x, y, z] = [Math.floor(atom.x / CELL), Math.floor(atom.y / CELL), Math.floor(atom.z / CELL)];
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (let dz = -1; dz <= 1; dz++) {
          for (const other of cells.get(`${x + dx},${y + dy},${z + dz}`) ?? []) {
            if ((counts[index] ?? 0) >= MAX_BONDS_OF_ATOM) break;
            if (
              isBonded(atoms[other], atom, (radii[other] ?? 0) + (radii[index] ?? 0)) &&
              (counts[other] ?? 0) < MAX_BONDS_OF_ATOM
            ) {
              bonds.push(other, index);
              counts[other] = (counts[other] ?? 0) + 1;
              counts[index] = (counts[index] ?? 0) + 1;
            }
          }
        }
      }
    }
    const key = `${x},${y},${z}`;
    const cell = cells.get(key);
    if (!cell) cells.set(key, [index]);
    // A real cell has few atoms. More would make the time grow with their square.
    else if (cell.length < 64) cell.push(index);
  }
  return Uint32Array.from(bonds);
}

function isBonded(one: Placed | undefined, other: Placed, radii: number): boolean {
  if (!one || (one.element === 'H' && other.element === 'H')) return false;
  const distance = Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z);
  return distance > 0.4 && distance < radii + TOLERANCE;
}
