// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces are those of a shell
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandTable } from '../commands.ts';
import { completions } from './completions.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labroom-completion-'));
  for (const name of ['spa ce.txt', 'plain.txt']) await writeFile(join(folder, name), 'x');
});
afterAll(() => rm(folder, { recursive: true }));

/** What a shell offers for the last word of a command line. */
type Complete = (...words: string[]) => Promise<string[]>;

const read = ({ stdout }: { stdout: string }) => stdout.split('\n').filter(Boolean);
const scriptOf = (shell: string) => completions[shell]?.(commandTable) ?? '';
const listed = (words: string[]) => words.map((word) => `'${word}'`).join(' ');

const bash: Complete = async (...words) => {
  const ask = `COMP_WORDS=(labroom ${listed(words)}); COMP_CWORD=${words.length}; _labroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return read(await run('bash', ['--norc', '-euc', `${scriptOf('bash')}\n${ask}`], { cwd: folder }));
};

const fish: Complete = async (...words) => {
  const line = ['labroom', ...words].join(' ');
  const ask = `complete -C '${line}'`;
  const offered = read(
    await run('fish', ['--no-config', '-c', `${scriptOf('fish')}\n${ask}`], { cwd: folder }),
  );
  return offered.map((one) => one.split('\t')[0] ?? '');
};

/** The functions of zsh that show what is offered, as plain output. */
const zsh: Complete = async (...words) => {
  const stubs =
    'compdef() { }; _describe() { print -rl -- ${${(P)2}%%:*} }; _files() { print -rl -- * }; compadd() { shift; print -rl -- "$@" }';
  const ask = `words=(labroom ${listed(words)}); CURRENT=${words.length + 1}; PREFIX='${words.at(-1) ?? ''}'; _labroom`;
  const offered = read(await run('zsh', ['-fc', `${stubs}\n${scriptOf('zsh')}\n${ask}`], { cwd: folder }));
  const typed = words.at(-1) ?? '';
  return offered.filter((one) => one.startsWith(typed));
};

const isHere = (shell: string) =>
  run(shell, ['--version']).then(
    () => true,
    () => false,
  );
const shells: [string, Complete][] = [];
for (const one of [
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
] as [string, Complete][])
  if (await isHere(one[0])) shells.push(one);

test('bash is there to be asked', () => {
  expect(shells.map(([name]) => name)).toContain('bash');
});

describe.each(shells)('%s', (_, complete) => {
  test('offers the commands', async () => {
    expect(await complete('s')).toEqual(expect.arrayContaining(['search', 'status', 'sync']));
  });

  test('offers the options of a command, and the values of an option', async () => {
    expect(await complete('sync', '--de')).toEqual(['--delete']);
    expect((await complete('up', '--access', '')).sort()).toEqual(['public', 'team']);
    expect(await complete('ls', '--lab', '')).toEqual([]);
  });

  test('offers a file name with a space as one word', async () => {
    expect(await complete('up', 'spa')).toEqual([expect.stringMatching(/^spa\\? ce\.txt$/)]);
  });
});
