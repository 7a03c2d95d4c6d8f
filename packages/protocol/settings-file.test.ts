import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readSettings as read, SettingsFileError } from './settings-file.ts';
import { composeVariables, serviceVariables, webVariables } from './variables.ts';

const all = [...new Set([...serviceVariables, ...webVariables, ...composeVariables])].filter(
  (name) => name !== 'LABROOM_ENV_FILE',
);

const readSettings = (text: string) => read(text, parseEnv);

/** The problems of a file; none if it is read. */
function problemsOf(text: string): readonly string[] {
  try {
    readSettings(text);
    return [];
  } catch (error) {
    if (error instanceof SettingsFileError) return error.problems;
    throw error;
  }
}

test.each(all)('%s can be set', (name) => {
  expect(readSettings(`# a comment\n${name}=one\n`)).toEqual({ [name]: 'one' });
});

describe('a misspelt name is refused, with the one that was meant', () => {
  const misspellings: [string, (name: string) => string][] = [
    ['a letter missing', (name) => name.slice(0, -1)],
    ['a letter twice', (name) => name.replace(/([A-Z])/, '$1$1')],
    ['two letters swapped', (name) => name.replace(/([A-Z])([A-Z])(?=[A-Z_]*$)/, '$2$1')],
    ['in lower case', (name) => name.toLowerCase()],
  ];
  test.each(misspellings)('%s', (_, misspell) => {
    const known = new Set(all);
    for (const name of all) {
      const wrong = misspell(name);
      if (wrong === name || known.has(wrong) || /^X402_PRICE_/.test(wrong)) continue;
      const problems = problemsOf(`${wrong}=one`);
      expect(problems, name).toHaveLength(1);
      expect(problems[0], name).toContain(`${wrong}: unknown variable`);
    }
  });

  test('also one that is further away', () => {
    expect(problemsOf('TRUSTED_PROXY=10.0.0.0/8')).toEqual([
      'TRUSTED_PROXY: unknown variable; did you mean TRUSTED_PROXIES?',
    ]);
  });

  test('and a name that resembles none', () => {
    expect(problemsOf('SOMETHING_ELSE_ENTIRELY=1')).toEqual(['SOMETHING_ELSE_ENTIRELY: unknown variable']);
  });
});

test('values may be quoted, have several lines, and hold signs that shells read', () => {
  const text = `CONTRACTS='{\n  "labNft": "0x01"\n}'\nSMTP_URL="smtp://a:b@host"\nSERVICE_SECRET=a+b/c==\nexport WEB_URL=https://a.example # the app\n`;
  expect(readSettings(text)).toEqual({
    CONTRACTS: '{\n  "labNft": "0x01"\n}',
    SMTP_URL: 'smtp://a:b@host',
    SERVICE_SECRET: 'a+b/c==',
    WEB_URL: 'https://a.example',
  });
});

test.each([
  ['SERVICE_URL https://a.example', 'line 1 is not NAME=value'],
  ['SERVICE_URL=a\nSERVICE_URL=b', 'SERVICE_URL: is given twice'],
  ["CONTRACTS='{", "a value that begins with ' does not end"],
])('%j is refused', (text, problem) => {
  expect(problemsOf(text)).toContain(problem);
});

test('no problem quotes a value', () => {
  const text = 'SERVICE_SECRT=hidden-value\nhidden-line hidden-value\nWEB_URL="hidden-value';
  expect(problemsOf(text).join(' ')).not.toContain('hidden');
});
