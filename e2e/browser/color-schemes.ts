import { depth } from '@labroom/testing/depth.ts';

/** The color schemes that each dialog is tested in. Pages are always tested in both. */
export const colorSchemes = depth.everyVariant ? (['light', 'dark'] as const) : (['light'] as const);
