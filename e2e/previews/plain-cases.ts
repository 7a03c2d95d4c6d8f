import { encodePng } from '@labroom/example-labs/drawing/png.ts';
import { encodePdf } from '@labroom/example-labs/encoders/pdf.ts';
import { assembled, encodeGenBank } from '@labroom/example-labs/encoders/sequence.ts';
import { range } from '@labroom/example-labs/encoders/text.ts';
import { expect, type Locator } from '@playwright/test';
import { bmp, gif, ico, jpeg, wav, webm, webp } from './media-samples.ts';
import type { Content, PreviewCase } from './preview-case.ts';

const BUDGET_KB = 20;

/** A format that is shown as text, by a piece of it. */
const asText = (name: string, format: string, content: string, shown: string): PreviewCase => ({
  name,
  format,
  budgetKb: 40,
  content: () => content,
  shows: (preview) => expect(preview.getByText(shown).first()).toBeVisible(),
  notes: { library: 'none', notShown: 'text after 512 kB' },
});

const gray = {
  width: 16,
  height: 16,
  data: Uint8Array.from(range(256)),
};

/** An image of the browser, which must be decoded. */
const asImage = (name: string, format: string, content: () => Content): PreviewCase => ({
  name,
  format,
  budgetKb: BUDGET_KB,
  content,
  shows: async (preview) => {
    const image = preview.getByRole('img', { name });
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  },
  hostile: [{ name: 'damaged', content: () => 'not an image', says: 'This browser cannot show the image' }],
  notes: { library: 'none', notShown: '' },
});

const isPlayable = (preview: Locator, tag: 'audio' | 'video') =>
  expect
    .poll(() => preview.locator(tag).evaluate((media: HTMLMediaElement) => media.readyState))
    .toBeGreaterThanOrEqual(1);

const plasmid = () =>
  encodeGenBank({
    name: 'pPREVIEW',
    definition: 'Example plasmid',
    ...assembled([
      { label: 'ori', type: 'rep_origin', dna: 'ACGTTGCA'.repeat(40) },
      { label: 'lipA', type: 'CDS', dna: 'ATGGCTAAA'.repeat(60), isReverse: true },
    ]),
  });

/** Eighteen levels, each of which draws the one below six times. */
const multiplied = `<svg xmlns="http://www.w3.org/2000/svg"><defs><path id="a0" d="M0 0 9 9"/>${Array.from(
  { length: 18 },
  (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(6)}</g>`,
).join('')}</defs><use href="#a18"/></svg>`;

/** Text formats of the sciences, images and media. */
export const plainCases: readonly PreviewCase[] = [
  asText('readme.txt', 'Plain text', 'Samples of May', 'Samples of May'),
  asText('run.log', 'Log', '12:00 pump started', 'pump started'),
  asText('settings.json', 'JSON', '{"gain":7}', '"gain": 7'),
  asText('peaks.bed', 'BED', 'chr1\t100\t200\tpeak-one', 'peak-one'),
  asText('genes.gff3', 'GFF', '##gff-version 3\nchr1\t.\tgene\t1\t9\t.\t+\t.\tID=lipA', 'ID=lipA'),
  asText('genes.gtf', 'GTF', 'chr1\t.\texon\t1\t9\t.\t+\t.\tgene_id "lipA"', 'gene_id "lipA"'),
  asText('calls.vcf', 'VCF', '##fileformat=VCFv4.3\nchr1\t7\trs7\tA\tT', 'rs7'),
  asText('reads.sam', 'SAM', '@HD\tVN:1.6\nread-one\t0\tchr1', 'read-one'),
  asText('tree.nwk', 'Newick', '((human,chimp),gorilla);', 'chimp'),
  asText('ligand.mol2', 'Tripos mol2', '@<TRIPOS>MOLECULE\nligand-one', 'ligand-one'),
  asText('tables.sql', 'SQL', 'select titer from plates', 'titer'),
  asText('align.sh', 'Shell script', 'minimap2 reads', 'minimap2'),
  asText('model.jl', 'Julia', 'fit(growth)', 'growth'),
  asText('steps.nf', 'Workflow (Nextflow, Snakemake, CWL, WDL)', 'process align {}', 'align'),
  {
    name: 'rates.tsv',
    format: 'TSV',
    budgetKb: BUDGET_KB,
    content: () => 'strain\trate\nwild\t0.31\nmutant\t0.12\n',
    shows: (preview) => expect(preview.getByRole('cell', { name: '0.12' })).toBeVisible(),
    notes: { library: 'none', notShown: 'rows after 2 MB' },
  },
  {
    name: 'reads.fastq',
    format: 'FASTQ',
    budgetKb: BUDGET_KB,
    content: () => '@read-one\nACGT\n+\nIIII\n',
    shows: (preview) => expect(preview.getByText('read-one')).toBeVisible(),
    notes: { library: 'none', notShown: 'sequences after the first 200' },
  },
  {
    name: 'plasmid.gb',
    format: 'GenBank',
    budgetKb: 30,
    content: plasmid,
    shows: (preview) => expect(preview.getByRole('img', { name: /Circular map of pPREVIEW/ })).toBeVisible(),
    hostile: [{ name: 'other', content: () => '<html>', says: 'The preview cannot read this file' }],
    notes: { library: 'none', notShown: 'records after the first' },
  },
  {
    name: 'report.pdf',
    format: 'PDF',
    budgetKb: 30,
    content: () => encodePdf([{ title: 'Report', lines: ['All plates grew.'] }]),
    shows: (preview) => expect(preview.locator('iframe')).toBeVisible(),
    notes: { library: 'none', notShown: 'scripts and actions' },
  },
  asImage('gel.png', 'PNG', () => encodePng(gray)),
  asImage('field.jpg', 'JPEG', () => jpeg),
  asImage('field.webp', 'WebP', () => webp),
  asImage('pixel.gif', 'GIF', () => gif),
  asImage('scan.bmp', 'BMP', () => bmp()),
  asImage('icon.ico', 'ICO', () => ico(encodePng(gray))),
  {
    name: 'chart.svg',
    format: 'SVG',
    budgetKb: 60,
    content: () =>
      '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="16"><rect width="24" height="16" fill="teal"/></svg>',
    async shows(preview) {
      await expect(preview.getByRole('img', { name: 'chart.svg' })).toBeVisible();
      const image = preview.frameLocator('iframe').first().locator('img');
      await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(24);
    },
    hostile: [
      { name: 'copies', content: () => multiplied, says: 'draws more than 50,000 parts' },
      {
        name: 'entities',
        content: () => '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        says: 'declares entities',
      },
      {
        name: 'damaged',
        content: () => '<svg xmlns="http://www.w3.org/2000/svg"><g>',
        says: 'it is damaged',
      },
    ],
    notes: {
      library: 'saxes',
      notShown: 'scripts, links, drawings of more than 50,000 parts; above 20 kB after a click',
      maxBytes: 10_000_000,
    },
  },
  {
    name: 'tone.wav',
    format: 'Audio',
    budgetKb: BUDGET_KB,
    content: wav,
    shows: (preview) => isPlayable(preview, 'audio'),
    notes: { library: 'none', notShown: 'what the browser cannot play' },
  },
  {
    name: 'growth.webm',
    format: 'Video',
    budgetKb: BUDGET_KB,
    content: () => webm,
    shows: (preview) => isPlayable(preview, 'video'),
    notes: { library: 'none', notShown: 'what the browser cannot play' },
  },
];
