// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces are those of a shell
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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

/** By the function that the script registers. */
const bash: Complete = async (...words) => {
  const ask = [
    'registered=$(complete -p labroom); registered=${registered#* -F }',
    `COMP_WORDS=(labroom ${listed(words)}); COMP_CWORD=${words.length}; "\${registered%% *}"; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ].join('\n');
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

/** Types the words into an interactive zsh with its own completion system, and presses tab. */
const askZsh = `
  zmodload zsh/zpty
  zpty shell zsh -f -i
  say() { zpty -w shell "$1" }
  wait_for() { local piece all=; while [[ $all != *$1* ]]; do zpty -r shell piece || break; all+=$piece; done; REPLY=$all }
  say 'PROMPT=; stty -echo; cd '\${(q)2}'; autoload -U compinit; compinit -u -D; source '\${(q)1}
  say 'compadd() { local -a found; builtin compadd -O found "$@" 2>/dev/null; (( $#found )) && print -rl -- "<offered>"\${^found}"</offered>"; builtin compadd "$@" }'
  say 'finish() { print "<""end>"; zle kill-whole-line }; zle -N finish; bindkey "^I" complete-word; bindkey "^X" finish; print "<""ready>"'
  wait_for '<ready>'
  zpty -w -n shell "$3"$'\\t\\x18'
  wait_for '<end>'
  print -r -- $REPLY
  zpty -d shell`;

const zsh: Complete = async (...words) => {
  const file = join(folder, '..', `${basename(folder)}-zsh`);
  await writeFile(file, scriptOf('zsh'));
  const { stdout } = await run('zsh', ['-fc', askZsh, 'zsh', file, folder, ['labroom', ...words].join(' ')]);
  await rm(file);
  // A name with a space is offered as it is, and as it is typed.
  const offered = [...stdout.matchAll(/<offered>(.*?)<\/offered>/g)].map(([, word = '']) => word);
  return offered.filter((word) => !word.includes('\\'));
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
