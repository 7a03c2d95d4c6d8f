import type { StructureAtom } from './structure.ts';

/** Of similar lightness, so that each has a contrast of 3:1 to the background in both themes; told apart by hue. */
const PALETTE = [
  '#3f7fd6',
  '#cf6a1f',
  '#2d9467',
  '#b259ae',
  '#a9811a',
  '#2a93a8',
  '#d1495b',
  '#77803a',
] as const;
const GRAY = '#808088';

/** CPK colours, in the lightness of the palette. */
const ELEMENTS: Readonly<Record<string, string>> = {
  ...{
    H: '#8f8f97',
    C: GRAY,
    N: '#4a76d9',
    O: '#d8433b',
    S: '#a9811a',
    P: '#cf6a1f',
    F: '#2d9467',
    Cl: '#2d9467',
  },
  ...{
    Br: '#a5482f',
    I: '#8a4bb0',
    Fe: '#cf6a1f',
    Zn: '#7a72b8',
    Mg: '#2d9467',
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
