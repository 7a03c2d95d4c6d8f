/** Who can open a file, as it is drawn: by the shape of its symbol and the texture of its area. */
export const accessKinds = ['public', 'team', 'holders', 'custom', 'was-public'] as const;
export type AccessKind = (typeof accessKinds)[number];

export interface AccessSymbol {
  /** Frame, 1.3 pixels wide, on a field of 13 by 13. */
  frame: string;
  isDashed?: boolean;
  /** Lines within the frame. */
  lines?: string;
  /** Filled pieces within the frame. */
  pieces?: string;
}

const frame = 'M.75.75h11.5v11.5H.75z';

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Symbols of 13 by 13 pixels in the colour of the text, which differ without colour. */
export const accessSymbols: Record<AccessKind, AccessSymbol> = {
  public: { frame },
  team: { frame, lines: 'M1.2 6.4 6.4 1.2M1.2 11.8 11.8 1.2M6.6 11.8 11.8 6.6' },
  holders: {
    frame,
    pieces: [4.2, 8.8].flatMap((y) => [4.2, 8.8].map((x) => disc(x, y, 1.4))).join(''),
  },
  custom: { frame, lines: 'M4.6 1v11M8.4 1v11M1 4.6h11M1 8.4h11' },
  'was-public': { frame, isDashed: true, pieces: 'M12.25.75v11.5H.75z' },
};

export interface TextureColours {
  paper: string;
  ink: string;
}

/** The texture of an area as an SVG pattern with the given id: plain, hatched, dotted, grid or dashed. */
export function accessTexture(kind: AccessKind, id: string, { paper, ink }: TextureColours): string {
  const { size, turn, drawn } = textures[kind];
  const transform = turn ? ` patternTransform="rotate(${turn})"` : '';
  return `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"${transform}><path fill="${paper}" d="M0 0h${size}v${size}H0z"/>${drawn(ink)}</pattern>`;
}

interface Texture {
  size: number;
  turn?: number;
  drawn: (ink: string) => string;
}

const textures: Record<AccessKind, Texture> = {
  public: { size: 8, drawn: () => '' },
  team: { size: 7, turn: 45, drawn: (ink) => `<path fill="${ink}" d="M0 0h1.6v7H0z"/>` },
  holders: { size: 7, drawn: (ink) => `<circle cx="3.5" cy="3.5" r="1.4" fill="${ink}"/>` },
  custom: {
    size: 7,
    drawn: (ink) => `<path fill="none" stroke="${ink}" stroke-width="1.1" d="M0 .55h7M.55 0v7"/>`,
  },
  'was-public': { size: 8, turn: -45, drawn: (ink) => `<path fill="${ink}" d="M0 0h1.6v5H0z"/>` },
};
