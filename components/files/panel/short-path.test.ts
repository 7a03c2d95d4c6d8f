import { describe, expect, it } from 'vitest';
import { shortPath } from './short-path.ts';

describe('paths too long to show', () => {
  it('stay whole where they fit', () => {
    expect(shortPath('results/plate-07.csv')).toBe('results/plate-07.csv');
    expect(shortPath('x'.repeat(80))).toHaveLength(80);
  });

  it('keep their beginning and their end', () => {
    const short = shortPath(`folder/${'x'.repeat(200)}/plate-07.csv`);
    expect(short).toHaveLength(80);
    expect(short).toMatch(/^folder\/x+…x+\/plate-07\.csv$/);
  });

  it('never cut a character in two', () => {
    expect(shortPath('🧬'.repeat(9), 6)).toBe('🧬🧬🧬…🧬🧬');
  });
});
