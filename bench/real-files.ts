import { parseArgs } from 'node:util';
import { encodingsOf } from './real-files/encodings.ts';
import { realFiles, repositories } from './real-files/files.ts';
import { compareWithLibreOffice } from './real-files/office.ts';
import { type Opened, opened } from './real-files/opened.ts';

/**
 * `node bench/real-files.ts CLONES [--kind 40] [--office] [--list]`: opens files of public repositories as their previews do. CLONES is a
 * folder with their clones, each in `owner+name` (`real-files/files.ts`). `--kind` is how many of each extension are opened. `--office`
 * compares office files with what LibreOffice shows, whose command is `soffice`. `--list` names what is refused, and what differs.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string', default: '40' },
    office: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const [clones] = positionals;
if (!clones) throw new Error(`Give a folder with clones of ${repositories.join(', ')}.`);

const files = await realFiles(clones, Number(values.kind));
const all: Opened[] = [];
for (const file of files) all.push(await opened(file));
for (const [format, ofFormat = []] of Map.groupBy(all, (one) => one.format ?? 'no preview')) {
  const counts = Map.groupBy(ofFormat, ({ how }) => how);
  const slowest = Math.max(...ofFormat.map(({ milliseconds }) => milliseconds));
  const told = [...counts].map(([how, ones]) => `${how} ${ones.length}`);
  console.log(`${format}: ${told.join(', ')}; the slowest took ${Math.round(slowest)} ms`);
}
for (const { file, how, said } of all)
  if (how === 'crashed' || (values.list && how === 'refused')) console.log(`${how}: ${file.path}: ${said}`);

for (const [encoding, { files: count, right }] of await encodingsOf(clones))
  console.log(`text in ${encoding}: ${right} of ${count} right`);

if (values.office) {
  const office = files.filter(({ extension }) => /^(xlsx|xlsm|docx|odt)$/.test(extension));
  for (const [extension, compared = []] of Map.groupBy(
    await compareWithLibreOffice(office),
    ({ file }) => file.extension,
  )) {
    const [count, equal] = [sum(compared.map((one) => one.values)), sum(compared.map((one) => one.equal))];
    const whole = compared.filter((one) => one.values === one.equal).length;
    console.log(`${extension}: ${compared.length} files, ${whole} equal; of ${count} values ${equal} equal`);
    for (const { file, differing } of values.list ? compared : [])
      for (const [theirs, ours] of differing)
        console.log(`  ${file.name}: ${JSON.stringify(theirs)}, and here ${JSON.stringify(ours)}`);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
