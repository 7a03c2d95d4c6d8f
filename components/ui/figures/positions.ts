/** Horizontal positions are percentages, so that a chart fits every width with letters of the same size. */
export const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

export interface Tick {
  /** From 0 to 1, from the left or from the bottom. */
  at: number;
  label: string;
}
