import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { decodedText } from '../text/decoded-text.ts';
import { bondsOf } from './bonds.ts';
import {
  type Fold,
  MAX_ATOMS,
  MAX_FOLDS,
  markFolds,
  Residues,
  type Structure,
  type StructureAtom,
} from './structure.ts';

const MAX_TITLE = 500;

/** Reads the first model of a PDB file (format 3.3): fixed columns, one record per line. */
export async function readPdb(body: Blob): Promise<Structure> {
  const text = await decodedText(body);
  const residues = new Residues();
  const atoms: StructureAtom[] = [];
  const folds: Fold[] = [];
  let [title, method, resolution, atomCount, models] = ['', '', null as number | null, 0, 0];
  let isFirstModel = true;
  for (const line of linesOf(text)) {
    switch (line.slice(0, 6)) {
      case 'ATOM  ':
      case 'HETATM':
        if (isFirstModel) {
          const atom = atomOf(line, ++atomCount);
          residues.add(atom, line.charAt(26));
          if (atoms.length < MAX_ATOMS) atoms.push(atom);
        }
        break;
      case 'MODEL ':
        models++;
        break;
      case 'ENDMDL':
        isFirstModel = false;
        break;
      case 'HELIX ':
        addFold(folds, 'h', line.charAt(19), line.slice(21, 25), line.slice(33, 37));
        break;
      case 'SHEET ':
        addFold(folds, 's', line.charAt(21), line.slice(22, 26), line.slice(33, 37));
        break;
      case 'TITLE ':
        if (title.length < MAX_TITLE) title += ` ${line.slice(10, 80).trim()}`;
        break;
      case 'EXPDTA':
        method ||= line.slice(10, 80).trim();
        break;
      case 'REMARK':
        resolution ??= resolutionOf(line);
    }
  }
  if (atomCount === 0) throw new UnreadableFileError('This is not a PDB file, or it has no atoms.');
  markFolds(atoms, folds);
  return {
    format: 'PDB',
    title: title.trim() || null,
    method: method || null,
    resolution,
    models: Math.max(1, models),
    atomCount,
    atoms,
    bonds: bondsOf(atoms),
    ...residues.summary,
  };
}

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end;
    // Longer lines are not PDB.
    yield text.slice(at, Math.min(next, at + 100));
    at = next + 1;
  }
}

function atomOf(line: string, count: number): StructureAtom {
  const name = line.slice(12, 16).trim();
  const [x, y, z] = [30, 38, 46].map((at) => {
    const field = line.slice(at, at + 8).trim();
    const value = field === '' ? Number.NaN : Number(field);
    if (!Number.isFinite(value)) {
      throw new UnreadableFileError(
        `The PDB file is damaged: atom ${count.toLocaleString('en')} has no valid position.`,
      );
    }
    return value;
  }) as [number, number, number];
  // Older files have no column for the element; the name of an atom begins with it.
  const element = line.slice(76, 78).trim() || (/^[A-Za-z]/.exec(name.replace(/^\d+/, ''))?.[0] ?? 'C');
  return {
    element: element.charAt(0).toUpperCase() + element.slice(1).toLowerCase(),
    x,
    y,
    z,
    name,
    // CHARMM writes names of four letters.
    residue: line.slice(17, 21).trim(),
    number: Number.parseInt(line.slice(22, 26), 10) || 0,
    chain: line.charAt(21).trim(),
    isHetero: line.startsWith('HETATM'),
    fold: 'c',
  };
}

function addFold(folds: Fold[], kind: 'h' | 's', chain: string, first: string, last: string): void {
  const [from, to] = [Number.parseInt(first, 10), Number.parseInt(last, 10)];
  if (folds.length < MAX_FOLDS && from <= to) folds.push({ kind, chain: chain.trim(), from, to });
}

function resolutionOf(line: string): number | null {
  const value = Number(/^REMARK\s+2\s+RESOLUTION\.\s+([\d.]+)/.exec(line)?.[1]);
  return value > 0 && value < 100 ? value : null;
}
