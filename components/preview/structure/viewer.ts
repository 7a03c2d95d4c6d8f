import { type AtomSpec, createViewer, type GLViewer, SurfaceType } from '3dmol/build/3Dmol.es6-min.js';
import type { StructureAtom } from './colors.ts';
import { atomColor, type Coloring } from './colors.ts';

export type Representation = 'cartoon' | 'sticks' | 'surface';

export interface Look {
  representation: Representation;
  coloring: Coloring;
  chains: readonly string[];
}

export interface Molecule3d {
  atoms: readonly StructureAtom[];
  bonds: Uint32Array;
}

export const hasWebGl = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

/** Draws a structure into an element. 3Dmol gets atoms, never a file or an address, so it parses and fetches nothing. */
export class StructureViewer {
  readonly #viewer: GLViewer;
  readonly #atoms: readonly StructureAtom[];

  constructor(element: HTMLElement, { atoms, bonds }: Molecule3d) {
    this.#atoms = atoms;
    this.#viewer = createViewer(element, {
      // Pointers and the wheel are handled by the page, so that it still scrolls.
      nomouse: true,
      antialias: true,
      disableFog: true,
      backgroundAlpha: 0,
    });
    this.#viewer.setBackgroundColor(0xffffff, 0);
    this.#viewer.addModel().addAtoms(specsOf(atoms, bonds));
    this.#orient();
  }

  /** Shows the structure from its broad side: its longest extent from left to right, its shortest towards the viewer. */
  #orient(): void {
    const [x, y, z] = (['x', 'y', 'z'] as const).map((axis) =>
      varianceOf(this.#atoms.map((atom) => atom[axis])),
    ) as [number, number, number];
    if (z > x && z >= y) this.#viewer.rotate(90, 'y');
    else if (y > x) this.#viewer.rotate(90, 'z');
    this.#viewer.rotate(20, 'x');
    this.#viewer.zoomTo();
    // zoomTo leaves a margin for the sphere around the structure, which is wider than most structures are high.
    this.#viewer.zoom(1.2);
  }

  show({ representation, coloring, chains }: Look): void {
    const viewer = this.#viewer;
    viewer.removeAllSurfaces();
    const colorOf = (isDrawnAsAtom: boolean) => (atom: AtomSpec) => {
      const own = this.#atoms[atom.serial ?? 0];
      return own ? atomColor(own, coloring, chains, isDrawnAsAtom) : '#808088';
    };
    const sticks = {
      stick: { radius: 0.14, colorfunc: colorOf(true) },
      sphere: { scale: 0.24, colorfunc: colorOf(true) },
    };
    if (representation === 'sticks') viewer.setStyle({}, sticks);
    else {
      viewer.setStyle({}, { cartoon: { colorfunc: colorOf(false), arrows: true, thickness: 0.5 } });
      viewer.setStyle({ hetflag: true }, sticks);
      for (const water of ['HOH', 'WAT', 'DOD']) viewer.setStyle({ resn: water }, {});
    }
    if (representation === 'surface') {
      void viewer.addSurface(
        SurfaceType.SAS,
        { opacity: 0.85, colorscheme: undefined, colorfunc: colorOf(false) } as never,
        { hetflag: false },
        { hetflag: false },
      );
    }
    viewer.render();
  }

  /** Turns the structure by degrees on the screen: to the right and downwards. */
  turn(right: number, down: number): void {
    if (right !== 0) this.#viewer.rotate(right, 'vy');
    if (down !== 0) this.#viewer.rotate(down, 'vx');
    this.#viewer.render();
  }

  zoom(factor: number): void {
    this.#viewer.zoom(factor);
    this.#viewer.render();
  }

  reset(): void {
    this.#viewer.setView([0, 0, 0, 0, 0, 0, 0, 1]);
    this.#orient();
    this.#viewer.render();
  }

  resize(): void {
    this.#viewer.resize();
  }

  remove(): void {
    window.removeEventListener('resize', this.#viewer.resize);
    this.#viewer.removeAllSurfaces();
    this.#viewer.removeAllModels();
  }
}

function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

function specsOf(atoms: readonly StructureAtom[], bonds: Uint32Array): AtomSpec[] {
  const specs: AtomSpec[] = atoms.map(
    ({ element, x, y, z, name, residue, number, chain, isHetero, fold }, index) => ({
      ...{
        elem: element,
        x,
        y,
        z,
        atom: name,
        resn: residue,
        resi: number,
        chain,
        hetflag: isHetero,
        ss: fold,
      },
      ...{ serial: index, index, bonds: [], bondOrder: [] },
    }),
  );
  for (let at = 0; at + 1 < bonds.length; at += 2) {
    const [one = 0, other = 0] = [bonds[at], bonds[at + 1]];
    specs[one]?.bonds?.push(other);
    specs[one]?.bondOrder?.push(1);
    specs[other]?.bonds?.push(one);
    specs[other]?.bondOrder?.push(1);
  }
  // A fold begins and ends where that of the neighbour differs.
  const alphas = specs.filter(({ atom, hetflag }) => atom === 'CA' && !hetflag);
  for (const [index, spec] of alphas.entries()) {
    const isSame = (other: AtomSpec | undefined) => other?.chain === spec.chain && other?.ss === spec.ss;
    Object.assign(spec, { ssbegin: !isSame(alphas[index - 1]), ssend: !isSame(alphas[index + 1]) });
  }
  return specs;
}
