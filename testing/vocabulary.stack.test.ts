import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * People read Everyone, Token holders and Team; programs read `PUBLIC`, `HOLDERS` and `ADMIN`, and of roles `OWNER`, `CONTRIBUTOR` and
 * `VIEWER`.
 */
const root = path.join(import.meta.dirname, '..');
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => !/\.(?:test|fixture|generated)\.|\.d\.ts$/.test(file));
const ofFolders = (pattern: RegExp) => listed.filter((file) => pattern.test(file));

/** Text of an element, and of literals: not comments, not names of code. */
function textsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8').replace(
    /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm,
    '',
  );
  const literals = [...source.matchAll(/'([^'\n]*)'|`([^`]*)`|"([^"\n]*)"/g)].map(([all]) =>
    all.slice(1, -1),
  );
  const elements = file.endsWith('.tsx')
    ? [...source.matchAll(/>([^<>{}]+)</g)].map(([, text = '']) => text)
    : [];
  return [...literals, ...elements];
}

const offending = (files: readonly string[], wrong: RegExp) =>
  files.flatMap((file) =>
    textsOf(file)
      .filter((text) => wrong.test(text))
      .map((text) => `${file}: ${text.trim().slice(0, 80)}`),
  );

test('texts for people name who may open a file by one word each', () => {
  const files = ofFolders(/^(?:app|components|lib|web|packages\/cli)\/.*\.tsx?$/);
  expect(files.length).toBeGreaterThan(300);
  expect(
    offending(
      files,
      /\bmy team\b|\bonly your team\b|\bteam and (?:token )?holders\b|\badmins? (?:only|level|file)/i,
    ),
  ).toEqual([]);
});

test('texts for people show no level and no role as programs write them', () => {
  const shown = ofFolders(/^(?:app|components)\/.*\.tsx$/);
  const elements = shown.flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(
        />\s*([^<>{};'"]*\b(?:HOLDERS|ADMIN|CONTRIBUTOR|VIEWER)\b[^<>{};'"]*)</g,
      ),
    ].map(([, text]) => `${file}: ${text}`),
  );
  expect(elements).toEqual([]);
});

test('what programs read and write has the words of the interface, and no others', () => {
  const schemas = ofFolders(/^service\/schema\/.*\.graphql$/);
  const machine = [...schemas, ...ofFolders(/^service\/routes\/(?:mcp|public-data|discovery)\/.*\.ts$/)];
  expect(machine.length).toBeGreaterThan(20);
  const wrong = /^(?:team|holders|admin|owner|contributor|viewer)$/;
  const inCode = machine.filter((file) => file.endsWith('.ts')).flatMap((file) => offending([file], wrong));
  expect(inCode).toEqual([]);
  const levels = schemas.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/`(team|admin|owner|contributor|viewer)`/g)].map(
      ([, word]) => `${file}: ${word}`,
    ),
  );
  expect(levels).toEqual([]);
});
