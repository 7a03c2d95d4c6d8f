import { describe, expect, it } from 'vitest';
import { visibleLine, visibleLines, visibleName } from './visible-name.ts';

describe('displaying a name', () => {
  it.each([
    'results/plate 07 (final).csv',
    'Ergebnisse für Größe',
    'داده‌ها',
    'שלום\u200f!',
    '👩‍🔬 🧬❤️',
    'हिन्दी क्‍ष',
    '葛\u{e0100}城',
    '',
  ])('shows %s unchanged', (name) => {
    expect(visibleName(name)).toBe(name);
  });

  it.each([
    ['invoice-\u202efdp.exe', 'invoice-\ufffdfdp.exe'],
    ['a\u2066b\u2069c', 'a\ufffdb\ufffdc'],
    ['admin\u200b', 'admin\ufffd'],
    ['a\u00adb\ufeffc\u2060d', 'a\ufffdb\ufffdc\ufffdd'],
    ['a\u{e0041}b', 'a\ufffdb'],
    ['one\ntwo\u2028three\u0007', 'one\ufffdtwo\ufffdthree\ufffd'],
    ['\u3164', '\ufffd'],
  ])('replaces invisible and reordering characters in %j', (name, shown) => {
    expect(visibleName(name)).toBe(shown);
  });

  it.each(['\u200d', '\u200e \u200f', '\u2800', '  '])('is never empty for %j', (name) => {
    expect(visibleName(name)).toBe('\ufffd');
  });

  it('puts a text of several lines on one line', () => {
    expect(visibleLine(' one\n\n two\u202e\n')).toBe('one two\ufffd');
    expect(visibleLine('\n')).toBe('');
  });

  it('keeps the lines of a text, whatever ends them', () => {
    expect(visibleLines('one\r\ntwo\rthree\n\tfour\u202e')).toBe('one\ntwo\nthree\n four\ufffd');
  });
});
