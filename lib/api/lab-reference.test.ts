import { describe, expect, it } from 'vitest';
import { filePath, labPath, labTitle } from './lab-reference.ts';

describe('paths', () => {
  it('encodes each segment of a folder', () => {
    expect(labPath('lab-1')).toBe('/labs/lab-1');
    expect(labPath('lab-1', 'files', ['raw data', '50%', 'a?b'])).toBe(
      '/labs/lab-1/files/raw%20data/50%25/a%3Fb',
    );
  });

  it('shows a file beside its folder', () => {
    expect(filePath('lab-1', 'results/2026/a&b.csv')).toBe(
      '/labs/lab-1/files/results/2026?file=results%2F2026%2Fa%26b.csv',
    );
    expect(filePath('lab-1', 'README.md')).toBe('/labs/lab-1/files?file=README.md');
  });

  it('keeps the given version', () => {
    expect(filePath('lab-1', 'README.md', 3)).toBe('/labs/lab-1/files?file=README.md&version=3');
  });
});

it('titles a lab without a name by its number', () => {
  expect(labTitle({ name: null, labNftTokenId: '7' })).toBe('Lab #7');
  expect(labTitle({ name: 'Phages', labNftTokenId: '7' })).toBe('Phages');
});
