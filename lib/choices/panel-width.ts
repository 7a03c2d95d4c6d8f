/** A cookie, so that the server renders the panel of a file as wide as its reader left it. */
export const panelWidthCookie = 'labroom-panel';

/** Percent of the place of list and file. */
export const panelWidths = { least: 30, usual: 54, most: 75 } as const;

/** A width within its limits. */
export const limitedWidth = (percent: number): number =>
  Math.min(panelWidths.most, Math.max(panelWidths.least, Math.round(percent)));

/** The width that a cookie names; the usual one without a cookie, and for what is no number. */
export function parsePanelWidth(value: string | undefined): number {
  const percent = Number(value);
  return value && Number.isFinite(percent) ? limitedWidth(percent) : panelWidths.usual;
}
