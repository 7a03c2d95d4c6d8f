import { parseArgs } from 'node:util';
import { disputed } from './dialects/disputed.ts';
import { type Judged, judgedOf, parts } from './dialects/judged.ts';
import { annotatedFiles, repositories } from './dialects/sets.ts';

/**
 * `node bench/dialects.ts CLONES [--list]`: how many files of the public test sets of CSV dialects the preview of tables reads right. CLONES
 * is a folder with clones of the repositories named in `dialects/sets.ts`, each in `owner+name`. `--list` names the files that it does not.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});
const [clones] = positionals;
if (!clones) throw new Error(`Give a folder with clones of ${Object.values(repositories).join(', ')}.`);

const all: Judged[] = [];
for (const file of await annotatedFiles(clones)) all.push(await judgedOf(file));

const isDisputed = ({ set, name }: Judged) => disputed[set]?.[name] !== undefined;
const shareOf = (files: readonly Judged[], part: (typeof parts)[number]) => {
  const told = files.map(({ right }) => right[part]).filter((one) => one !== undefined);
  const right = told.filter(Boolean).length;
  return told.length === 0 ? '' : `${right}/${told.length} ${((100 * right) / told.length).toFixed(1)} %`;
};
for (const [set, files = []] of Map.groupBy(all, (one) => one.set)) {
  const undisputed = files.filter((one) => !isDisputed(one));
  const groups = {
    all: files,
    'first half': files.filter(({ half }) => half === 1),
    'second half': files.filter(({ half }) => half === 2),
    undisputed,
  };
  for (const [name, group] of Object.entries(groups))
    console.log(set, '|', name, '|', parts.map((part) => `${part} ${shareOf(group, part)}`).join(' | '));
}
if (values.list)
  for (const one of all) {
    const wrong = parts.filter((part) => one.right[part] === false);
    if (wrong.length > 0)
      console.log(
        one.set,
        '|',
        one.name,
        '|',
        wrong.join(', '),
        '|',
        one.said,
        '|',
        disputed[one.set]?.[one.name] ?? '',
      );
  }
