interface Well {
  row: number;
  column: number;
}

/** The place of a well of a plate of up to 384 wells, counted from 0: `A1`, `h12`, `B03`. `null`: not a well. */
export function wellOf(text: string): Well | null {
  const match = /^([A-P])(0?[1-9]|1\d|2[0-4])$/i.exec(text.trim());
  if (!match) return null;
  const [, letter = '', number = ''] = match;
  return { row: letter.toUpperCase().charCodeAt(0) - 65, column: Number(number) - 1 };
}
