/** Width and height of each format in pixels. Cards are the middle of the banner; the square is drawn anew. */
export const markFormats = {
  banner: { width: 1312, height: 208 },
  wide: { width: 540, height: 208 },
  card: { width: 416, height: 208 },
  square: { width: 48, height: 48 },
} as const;
export type MarkFormat = keyof typeof markFormats;
