import { type AccessKind, accessTexture } from '@labroom/marks/access-symbols';

/** How an area of a chart is filled: a plain colour, or the texture of an access level. */
export type Fill = 'bar' | 'solid' | 'tint' | 'press' | Exclude<AccessKind, 'public'>;

const colours = ['bar', 'solid', 'tint', 'press'] as const;
const isColour = (fill: Fill): fill is (typeof colours)[number] =>
  (colours as readonly string[]).includes(fill);

/** Value of the attribute `fill`. Textures need `TextureDefs` in the same SVG, with the same id. */
export const paintOf = (fill: Fill, id = '') => (isColour(fill) ? `var(--${fill})` : `url(#${id}-${fill})`);

/** The textures among `fills` as SVG patterns with ids that begin with `id`, which is unique on the page. */
export function TextureDefs({ fills, id }: { fills: readonly Fill[]; id: string }) {
  const textures = [...new Set(fills)].filter((fill) => !isColour(fill));
  if (textures.length === 0) return null;
  const patterns = textures
    .map((kind) => accessTexture(kind, `${id}-${kind}`, { paper: 'var(--veil)', ink: 'var(--texture)' }))
    .join('');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: patterns of constants
  return <defs dangerouslySetInnerHTML={{ __html: patterns }} />;
}
