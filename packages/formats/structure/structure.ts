export interface StructureAtom {
  element: string;
  x: number;
  y: number;
  z: number;
  /** Name within the residue, e.g. `CA`. */
  name: string;
  residue: string;
  number: number;
  chain: string;
  /** Not part of a polymer: ligand, ion or water. */
  isHetero: boolean;
  /** h: helix, s: strand, c: other. */
  fold: 'h' | 's' | 'c';
}

export interface Chain {
  id: string;
  kind: 'protein' | 'nucleic acid' | 'other';
  residues: number;
  /** One letter for each residue with coordinates; the beginning of a long chain. */
  sequence: string;
}

/** Helices and strands that are read. */
export const MAX_FOLDS = 5_000;

export interface Structure {
  format: 'PDB' | 'mmCIF' | 'CIF' | 'Molfile';
  title: string | null;
  method: string | null;
  /** In ångström. */
  resolution: number | null;
  models: number;
  /** Atoms of the first model. */
  atomCount: number;
  /** The first atoms of the first model. */
  atoms: StructureAtom[];
  /** Pairs of places in `atoms`, one after another. */
  bonds: Uint32Array;
  chains: Chain[];
  /** Ligands and ions, without water. */
  ligands: { name: string; count: number }[];
  waters: number;
}

export const MAX_ATOMS = 100_000;
const MAX_CHAINS = 200;
const MAX_SEQUENCE = 3_000;

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ALA: 'A', ARG: 'R', ASN: 'N', ASP: 'D', CYS: 'C', GLN: 'Q', GLU: 'E', GLY: 'G', HIS: 'H', ILE: 'I' },
  ...{ LEU: 'L', LYS: 'K', MET: 'M', PHE: 'F', PRO: 'P', SER: 'S', THR: 'T', TRP: 'W', TYR: 'Y', VAL: 'V' },
  ...{
    MSE: 'M',
    SEC: 'U',
    PYL: 'O',
    A: 'A',
    C: 'C',
    G: 'G',
    U: 'U',
    DA: 'A',
    DC: 'C',
    DG: 'G',
    DT: 'T',
    I: 'I',
  },
};
const NUCLEOTIDES = new Set(['A', 'C', 'G', 'U', 'I', 'DA', 'DC', 'DG', 'DT']);
const WATERS = new Set(['HOH', 'WAT', 'DOD', 'H2O', 'SOL', 'SOLV', 'TIP', 'TIP3', 'TP3']);

interface Summary {
  chains: Chain[];
  ligands: { name: string; count: number }[];
  waters: number;
}

/** Chains, ligands and water, from atoms in the order of the file. */
export class Residues {
  readonly #chains = new Map<string, Chain>();
  readonly #ligands = new Map<string, number>();
  #waters = 0;
  #last = '';

  add({ chain, residue, number, isHetero }: StructureAtom, insertion: string): void {
    const key = `${chain}\n${number}${insertion}\n${residue}`;
    if (key === this.#last) return;
    this.#last = key;
    if (WATERS.has(residue)) {
      this.#waters++;
      return;
    }
    if (isHetero && !Object.hasOwn(LETTERS, residue)) {
      if (this.#ligands.size < MAX_CHAINS || this.#ligands.has(residue)) {
        this.#ligands.set(residue, (this.#ligands.get(residue) ?? 0) + 1);
      }
      return;
    }
    let found = this.#chains.get(chain);
    if (!found) {
      if (this.#chains.size >= MAX_CHAINS) return;
      const kind = NUCLEOTIDES.has(residue)
        ? 'nucleic acid'
        : Object.hasOwn(LETTERS, residue)
          ? 'protein'
          : 'other';
      found = { id: chain, kind, residues: 0, sequence: '' };
      this.#chains.set(chain, found);
    }
    found.residues++;
    if (found.sequence.length < MAX_SEQUENCE)
      found.sequence += Object.hasOwn(LETTERS, residue) ? LETTERS[residue] : 'X';
  }

  get summary(): Summary {
    const ligands = [...this.#ligands].map(([name, count]) => ({ name, count }));
    return { chains: [...this.#chains.values()], ligands, waters: this.#waters };
  }
}

export interface Fold {
  kind: 'h' | 's';
  chain: string;
  from: number;
  to: number;
}

/** Marks the residues of helices and strands. */
export function markFolds(atoms: StructureAtom[], folds: readonly Fold[]): void {
  const byChain = Map.groupBy(folds, ({ chain }) => chain);
  for (const atom of atoms) {
    const fold = byChain.get(atom.chain)?.find(({ from, to }) => atom.number >= from && atom.number <= to);
    if (fold && !atom.isHetero) atom.fold = fold.kind;
  }
}
