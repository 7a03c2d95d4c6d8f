import { describe, expect, it } from 'vitest';
import { shortPath } from './short-path.ts';

describe('shortening a path', () => {
  it('keeps a path that fits unchanged', () => {
    expect(shortPath('results/plate-07.csv')).toBe('results/plate-07.csv');
    expect(shortPath('x'.repeat(80))).toHaveLength(80);
  });

  it('keeps the beginning and the end', () => {
    const short = shortPath(`folder/${'x'.repeat(200)}/plate-07.csv`);
    expect(short).toHaveLength(80);
    expect(short).toMatch(/^folder\/x+…x+\/plate-07\.csv$/);
  });

  it('never splits a surrogate pair', () => {
    expect(shortPath('🧬'.repeat(9), 6)).toBe('🧬🧬🧬…🧬🧬');
  });
});
