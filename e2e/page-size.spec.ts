import type { LabroomClient } from '@labroom/client/client.ts';
import { TrashEntryDocument } from '@labroom/client/documents';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { openFaucet } from '@labroom/testing/actors.ts';
import { hostileTexts } from '@labroom/testing/hostile-texts.ts';
import { expect } from '@playwright/test';
import { filePath } from '#lib/api/lab-reference.ts';
import { hostileFiles } from './hostile/hostile-files.ts';
import { makeLab, type TestLab } from './stack/labs.ts';
import { test } from './test.ts';

/** Uncompressed. A page without a file has about a third of it. */
const MOST_BYTES = 300_000;
/** The largest file whose text the web server draws. */
const DRAWN_BYTES = 64 * 1024;

const filled = (unit: string, bytes = DRAWN_BYTES) =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

/** Texts that become long in HTML, in the JSON within it, or in the elements around them. */
const drawn: readonly [name: string, text: string][] = [
  ['quotes.txt', filled('"')],
  ['apostrophes.txt', filled("'")],
  ['ampersands.txt', filled('&')],
  ['tags.txt', filled('<b>')],
  ['backslashes.txt', filled('\\')],
  ['controls.txt', filled('a\u0001')],
  ['separators.txt', filled('\u2028')],
  ['lines.txt', filled('\n')],
  ['letters-in-lines.txt', filled('"\n')],
  ['one-line.txt', filled('a b ')],
  ['emoji.txt', filled('😀')],
  ['right-to-left.txt', filled('\u202e\u05d0')],
  ['colours.log', filled('\u001b[31ma\u001b[32mb')],
  ['code.py', filled('if 1: "a"\n')],
  ['code.html', filled('<a b="c">"</a>\n')],
  ['code.xml', filled('<a>&quot;</a>')],
  ['nested.xml', `${filled('<a>', 28_000)}${filled('</a>', 36_000)}`],
  ['deep.json', `${filled('[', 32_000)}${filled(']', 32_000)}`],
  ['deep-and-wide.json', `${filled('[', 100)}${filled('1,', 60_000)}1${filled(']', 100)}`],
  ['objects.json', `[${filled('{},', 60_000)}{}]`],
  ['keys.json', `{${Array.from({ length: 7_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['strings.json', `[${filled('"<",', 60_000)}""]`],
  ['commas.csv', filled(',')],
  ['quotes.csv', `"${filled('""', 60_000)}"`],
  ['cells.csv', filled('",",",",\n')],
  ['columns.csv', `${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')}\n1\n`],
  ['rows.csv', `a,b\n${filled('1,2\n', 60_000)}`],
  ['tags.tsv', filled('<b>\t')],
  ['numbers.csv', filled(`${'1,'.repeat(199)}2\n`)],
  ['lists.md', filled('- a\n')],
  ['nested-lists.md', Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}- a`).join('\n')],
  ['tables.md', `|a|b|\n|-|-|\n${filled('|"|"|\n', 60_000)}`],
  ['links.md', filled('[a](https://a.example) ')],
  ['headings.md', filled('# "\n\n')],
  ['emphasis.md', filled('*"* ')],
  ['quotes.md', filled('"')],
  ['formulas.md', filled('$\\frac{a}{b}$ ')],
  ['code.md', filled('```py\nif 1: "a"\n```\n\n')],
  ['pictures.md', filled('![a](b.png) ')],
  ['footnotes.md', filled('a[^1]\n\n[^1]: "\n\n')],
  ['html.md', filled('<b>"</b>\n\n')],
  ['records.gb', filled('     gene            1..2\n                     /gene="a"\n')],
  ['sequences.fasta', filled('>a\nA\n')],
  ['atoms.pdb', filled('ATOM      1  N   ALA A   1      11.104   6.134  -6.504  1.00  0.00           N\n')],
];

let client: LabroomClient;
let lab: TestLab;
let webUrl: string;
let count = 0;

test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ stack }) => {
  const owner = await openFaucet(stack.rpcUrl).fundedWallet();
  lab = await makeLab(stack, owner, 'Large pages');
  client = await clientOf(stack).signIn(owner);
  webUrl = stack.webUrl;
});

/** Of the page of a file that is alone in its room: a list of others weighs, too. */
async function bytesOf(name: string, body: string): Promise<number> {
  const path = name.includes('/') ? name : `${count++}-${name}`;
  const { oclId } = lab;
  await client.upload({ oclId, target: { path }, body, access: 'PUBLIC' });
  const page = await fetch(`${webUrl}${filePath(lab.shortname, path)}`);
  expect(page.status, path).toBe(200);
  const { byteLength } = await page.arrayBuffer();
  await client.call(TrashEntryDocument, { oclId, paths: [path] });
  return byteLength;
}

test('the page of a file that an enemy made is at most 300 kB of HTML', { tag: '@release' }, async () => {
  test.setTimeout(600_000);
  const sizes: [name: string, bytes: number][] = [];
  for (const [name, text] of drawn) sizes.push([name, await bytesOf(name, text)]);
  for (const [kind, make] of Object.entries(hostileTexts))
    sizes.push([kind, await bytesOf(`${kind.replaceAll(/\W+/g, '-')}.md`, make(60_000))]);
  // Larger files are drawn by the browser.
  for (const { name, text } of hostileFiles)
    if (/deep|lists|commas|outputs/.test(name)) sizes.push([name, await bytesOf(`large-${name}`, text())]);
  sizes.sort(([, one], [, other]) => other - one);
  for (const [name, bytes] of sizes.slice(0, Number(process.env.PAGE_SIZES ?? 5)))
    console.log(`    ${name}: ${(bytes / 1000).toFixed(0)} kB`);
  expect(sizes.filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([]);
});

test('the page of a file among a hundred others is as small', async () => {
  const { oclId } = lab;
  const body = 'a,b\n1,2\n';
  for (let at = 0; at < 100; at += 1)
    await client.upload({
      oclId,
      target: { path: `others/${at}-${'long-name-'.repeat(8)}.csv` },
      body,
      access: 'PUBLIC',
    });
  expect(await bytesOf('others/ampersands.md', filled('&'))).toBeLessThanOrEqual(MOST_BYTES);
});
