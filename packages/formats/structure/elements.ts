const SYMBOLS = new Set(
  (
    'H D He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd ' +
    'Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th ' +
    'Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr'
  ).split(' '),
);

/** The element that a label or symbol begins with: of `Fe3+`, iron; of `OW1`, the oxygen of a water, since there is no element `Ow`. */
export function elementOf(text: string): string {
  const letters = /^[A-Za-z]{1,2}/.exec(text)?.[0] ?? 'C';
  const symbol = letters.charAt(0).toUpperCase() + letters.slice(1).toLowerCase();
  return SYMBOLS.has(symbol) || !SYMBOLS.has(symbol.charAt(0)) ? symbol : symbol.charAt(0);
}
