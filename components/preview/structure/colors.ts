import type { ModelOf } from '@labroom/formats/models';

export type StructureAtom = ModelOf<'pdb'>['atoms'][number];

/** Of similar lightness, so that each has a contrast of 3:1 to the background in both themes; told apart by hue. */
export const PALETTE = [
  '#4b8be2',
  '#da7326',
  '#319f70',
  '#bd66b9',
  '#ab8119',
  '#2c9bb1',
  '#dc5566',
  '#808a3f',
] as const;
const GRAY = '#808088';

/** CPK colours, in the lightness of the palette. */
const ELEMENTS: Readonly<Record<string, string>> = {
  ...{
    H: '#8f8f97',
    C: GRAY,
    N: '#4a76d9',
    O: '#d8433b',
    S: '#ab8119',
    P: '#da7326',
    F: '#319f70',
    Cl: '#319f70',
  },
  ...{
    Br: '#a5482f',
    I: '#8a4bb0',
    Fe: '#da7326',
    Zn: '#7a72b8',
    Mg: '#319f70',
    Ca: '#5f9a35',
    Na: '#8a4bb0',
  },
};
const FOLDS = { h: PALETTE[6], s: PALETTE[4], c: GRAY } as const;

export type Coloring = 'chain' | 'element' | 'fold';

export const chainColor = (chain: string, chains: readonly string[]) =>
  PALETTE[Math.max(0, chains.indexOf(chain)) % PALETTE.length] ?? GRAY;

/** The color of an atom. By chain or by fold, the other elements keep their own colour where atoms are drawn. */
export function atomColor(
  { element, chain, fold, isHetero }: StructureAtom,
  coloring: Coloring,
  chains: readonly string[],
  isDrawnAsAtom: boolean,
): string {
  if (coloring === 'element' || isHetero || (isDrawnAsAtom && element !== 'C'))
    return ELEMENTS[element] ?? GRAY;
  return coloring === 'chain' ? chainColor(chain, chains) : FOLDS[fold];
}
