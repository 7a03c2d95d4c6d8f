import { describe, expect, test } from 'vitest';
import { snippetOf } from './snippet.ts';

const highlighted = (text: string, words: string[]) => {
  const snippet = snippetOf(text, new Set(words));
  return { ...snippet, marked: snippet.highlights.map(({ start, end }) => snippet.text.slice(start, end)) };
};

describe('snippetOf', () => {
  test('returns the offsets of the words as written', () => {
    const { text, highlights, marked } = highlighted('Cafés serve café noir.', ['cafe', 'cafes']);
    expect(text).toBe('Cafés serve café noir.');
    expect(highlights[0]).toEqual({ start: 0, end: 5 });
    expect(marked).toEqual(['Cafés', 'café']);
  });

  test('shows the passage with the most different words, cut between words', () => {
    const filler = 'something else entirely '.repeat(40);
    const { text, marked } = highlighted(`assay ${filler}the assay of binding proteins${filler}`, [
      'assay',
      'binding',
    ]);
    expect(marked).toEqual(['assay', 'binding']);
    expect(text).toMatch(/^… .* …$/);
    expect(text.length).toBeLessThanOrEqual(240);
    for (const word of text.split(' ')) expect(`assay … the of binding proteins${filler}`).toContain(word);
  });

  test('does not change markup', () => {
    const { text, marked } = highlighted('<b onclick=alert(1)>assay</b>', ['assay']);
    expect(text).toBe('<b onclick=alert(1)>assay</b>');
    expect(marked).toEqual(['assay']);
  });

  test('starts at the beginning if nothing is found, and never cuts a character', () => {
    const { text, highlights } = highlighted('🧬'.repeat(300), ['assay']);
    expect(highlights).toEqual([]);
    expect(text.isWellFormed()).toBe(true);
    expect(text.startsWith('🧬')).toBe(true);
  });

  test('supports right-to-left text', () => {
    expect(highlighted('دراسة البروتين في الخلية', ['البروتين']).marked).toEqual(['البروتين']);
  });

  test('supports a text of one very long word, found or not', () => {
    const endless = 'a'.repeat(5_000);
    expect(highlighted(endless, [endless]).text.length).toBeLessThanOrEqual(240);
    expect(highlighted(`${endless} assay`, ['assay', endless]).text.length).toBeLessThanOrEqual(240);
  });
});
