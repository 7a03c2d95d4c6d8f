import { contrastOf } from '@labroom/marks/drawing/colour.ts';
import { expect, it } from 'vitest';
import { PALETTE } from './colors.ts';

it('colours chains with a contrast of 3:1 to the backgrounds of both themes', () => {
  for (const color of PALETTE)
    for (const ground of ['#fdfcf8', '#181b22'])
      expect(contrastOf(color, ground), color).toBeGreaterThanOrEqual(3);
});
