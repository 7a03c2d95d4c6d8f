import { expect, test } from 'vitest';
import { terminalText } from './terminal-text.ts';

test('text of others cannot command a terminal, hide itself or begin a line', () => {
  expect(terminalText('a\u001b[2Jb\u009b31mc\td\ne\u2028f\u202eg\u200bh')).toBe('a�[2Jb�31mc�d�e�f�g�h');
  expect(terminalText('Größe 10 µm, 测量')).toBe('Größe 10 µm, 测量');
});
