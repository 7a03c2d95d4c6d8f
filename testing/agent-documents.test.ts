import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '@labroom/cli/command-line/exit-codes.ts';
import { commandTable } from '@labroom/cli/commands.ts';
import { describe, expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const skill = read('service/routes/discovery/skill/SKILL.md');
const agents = read('AGENTS.md');

describe('SKILL.md', () => {
  test('begins as the format of skills wants it', () => {
    const [, frontmatter = ''] = /^---\n([\s\S]+?)\n---\n/.exec(skill) ?? [];
    // A plain scalar of YAML has no colon with a space.
    const entries = frontmatter.split('\n').map((line) => line.split(': '));
    expect(entries.every(({ length }) => length === 2)).toBe(true);
    const { name = '', description = '', compatibility = '', license } = Object.fromEntries(entries);
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThanOrEqual(1_024);
    expect(compatibility.length).toBeLessThanOrEqual(500);
    expect(license).toBe('MIT');
    expect(skill.split('\n').length).toBeLessThan(500);
  });

  test('names commands and options that exist', () => {
    const called = [...skill.matchAll(/\blabroom ([a-z]+)((?: +\S+)*?) *(?:#|`|$)/gm)];
    expect(called.length).toBeGreaterThan(8);
    for (const [, name = '', rest = ''] of called) {
      expect(Object.keys(commandTable)).toContain(name);
      const known = Object.keys(commandTable[name]?.options ?? {});
      for (const [, option = ''] of rest.matchAll(/--([a-z-]+)/g))
        expect([name, known]).toEqual([name, expect.arrayContaining([option])]);
    }
  });

  test('names every exit code', () => {
    for (const [code] of Object.values(exitCodes))
      expect(skill).toMatch(new RegExp(`Exit codes:.*\\b${code} `));
  });
});

test('AGENTS.md names commands that exist', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const called = [...agents.matchAll(/`npm (?:run )?([a-z:]+)`/g)].map(([, name]) => name);
  expect(called.length).toBeGreaterThan(3);
  for (const name of called) expect(Object.keys(scripts)).toContain(name);
});
