import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { publishedPackages } from './published-packages.ts';

const root = path.join(import.meta.dirname, '../..');

/** A command that would load one of these packages from a registry. A path or an address in place of the name is fine. */
const names = Object.values(publishedPackages).map(({ name }) => name);
const fromRegistry = new RegExp(
  `\\b(?:npx|npm (?:i|install|add|exec)|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx|bun add|npm:)(?:["',\\s]|args|:|\\[|--?[\\w=-]+)*(?:${names.join('|')})(?![\\w./-])`,
);

test.each([
  'npx labroom mcp',
  '{ "command": "npx", "args": ["labroom", "mcp"] }',
  'npm install --global labroom',
  'npm i @labroom/client',
  "import { x } from 'npm:@labroom/client'",
])('sees that "%s" would load a package', (command) => {
  expect(command).toMatch(fromRegistry);
});

test.each([
  'npx --package=https://labroom.example/packages/labroom-0.1.0.tgz labroom --help',
  'npm install --global https://labroom.example/packages/labroom-0.1.0.tgz',
])('takes "%s" for the package of a service', (command) => {
  expect(command).not.toMatch(fromRegistry);
});

// Nobody owns the names yet: the first to register one would run programs with the passwords of readers.
test('no text tells a reader to load a package that is not published', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => /\.(?:md|tsx?|mjs|graphql|sh|py|json)$/.test(file))
    .filter((file) => !/\.test\.ts$|^package-lock\.json$/.test(file));
  const found = files.filter((file) => fromRegistry.test(readFileSync(path.join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
