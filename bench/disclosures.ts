import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { judge } from './disclosures/judge.ts';

/**
 * `node bench/disclosures.ts FOLDER [--more FOLDER]`: whether files with identities are questioned before they are public, and harmless ones
 * are not. Gathers files from Debian's packages into FOLDER, where a second run finds them. `--more` adds a folder with files that other
 * people published: what is asked about them is listed for a person to judge. Needs Debian, with python3, perl, openssl, gpg and ssh-keygen.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { more: { type: 'string', multiple: true } },
});
const [folder] = positionals;
if (!folder) throw new Error('Give a folder for the files of Debian packages.');
const MAKERS =
  'libimage-exiftool-perl python3-docx python3-lxml python3-openpyxl python3-et-xmlfile python3-odf python3-defusedxml python3-pydicom python3-sklearn-lib python3-sklearn putty-tools';
/** Packages with files as labs have them: tables, figures, papers, sequences, structures, spectra, scans, code, documents. */
const HARMLESS =
  'emboss-data emboss-test python-biopython-doc rdkit-data python-matplotlib-data python3-statsmodels python3-skimage python3-nibabel openms-doc r-cran-dslabs r-cran-palmerpenguins r-cran-survival r-cran-lme4 r-cran-data.table r-cran-dplyr r-cran-knitr r-cran-igraph r-cran-readr r-cran-haven r-cran-sf r-cran-foreign r-bioc-rsamtools r-bioc-variantannotation r-bioc-shortread python3-pysam libhts-dev samtools python3-pandas openbabel';
/** Files of one extension in one package. */
const PER_KIND = 3;
const MAX_BYTES = 20_000_000;

const debian = join(folder, 'debian');
const harmless = join(folder, 'harmless');
for (const [to, names] of [
  [debian, MAKERS],
  [harmless, HARMLESS],
] as const)
  for (const name of names.split(' ')) unpack(name, join(to === harmless ? join(to, name) : to));

const made = join(folder, 'identities');
const told = execFileSync(
  '/usr/bin/python3',
  [join(import.meta.dirname, 'disclosures/make_identities.py'), made, debian],
  { env: { ...process.env, SAMPLES: folder }, stdio: ['ignore', 'pipe', 'inherit'] },
).toString();
const expected = told.split('\n').flatMap((line): [string, RegExp][] => {
  const [path, pattern] = line.split('\t');
  return path && pattern ? [[path, new RegExp(pattern)]] : [];
});
const identities = await judge(expected.map(([path]) => ({ path, file: join(made, path) })));
const missed = identities.filter(({ reasons }, index) => !expected[index]?.[1].test(reasons));
console.log(
  `${identities.length - missed.length} of ${identities.length} files with identities are questioned by name.`,
);
for (const { path, reasons } of missed) console.log(`  missed: ${path} (${reasons || 'nothing is asked'})`);

const chosen = sample(harmless);
const asked = (await judge(chosen)).filter(({ reasons }) => reasons);
console.log(`${asked.length} of ${chosen.length} harmless files are questioned.`);
for (const { path, reasons } of asked) console.log(`  asked: ${path} (${reasons})`);

for (const more of values.more ?? []) {
  const judged = await judge(filesIn(more));
  const questioned = judged.filter(({ reasons }) => reasons);
  console.log(`${questioned.length} of ${judged.length} files in ${more} are questioned.`);
  for (const { path, reasons } of questioned) console.log(`  asked: ${path} (${reasons})`);
}

/** Unpacks a Debian package into a folder, without installing it. */
function unpack(name: string, to: string): void {
  const downloads = join(folder ?? '', 'packages');
  mkdirSync(downloads, { recursive: true });
  const unpacked = join(to, '.unpacked', name);
  if (existsSync(unpacked)) return;
  const isThere = () => readdirSync(downloads).find((file) => file.startsWith(`${name}_`));
  if (!isThere()) execFileSync('apt-get', ['download', '-qq', name], { cwd: downloads, stdio: 'ignore' });
  mkdirSync(to, { recursive: true });
  execFileSync('dpkg', ['-x', join(downloads, isThere() ?? ''), to]);
  mkdirSync(unpacked, { recursive: true });
}

/** A few files of each kind from each package. Office files that name their authors are no harmless ones. */
function sample(from: string): { path: string; file: string }[] {
  const counts = new Map<string, number>();
  return filesIn(from).filter(({ path, file }) => {
    const kind = `${path.split('/')[0]} ${extname(path).toLowerCase()}`;
    const count = counts.get(kind) ?? 0;
    const isTaken = count < PER_KIND && statSync(file).size < MAX_BYTES && !/\.so(\.|$)/.test(path);
    if (isTaken) counts.set(kind, count + 1);
    return isTaken;
  });
}

function filesIn(from: string): { path: string; file: string }[] {
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: relative(from, file), file }));
}
