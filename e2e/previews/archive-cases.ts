import { gzipSync } from 'node:zlib';
import { encodeDocx, encodeXlsx } from '@labroom/example-labs/encoders/office.ts';
import { encodeZip } from '@labroom/example-labs/encoders/zip.ts';
import { expect } from '@playwright/test';
import { attack } from '../hostile/payloads.ts';
import type { PreviewCase } from './preview-case.ts';

/** A TAR of one file, without the zeros at its end. */
function tar(): Uint8Array<ArrayBuffer> {
  const blocks = Buffer.alloc(1024);
  for (const [at, text] of [
    [0, 'gels/first.txt'],
    [124, '00000000003'],
    [148, '        '],
    [156, '0'],
    [257, 'ustar'],
    [512, 'one'],
  ] as const)
    blocks.write(text, at);
  const sum = blocks.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  blocks.write(sum.toString(8).padStart(6, '0'), 148);
  blocks.write('\0 ', 154);
  return Uint8Array.from(blocks);
}

/** Archives, and documents that are archives. */
export const archiveCases: readonly PreviewCase[] = [
  {
    name: 'protocol.docx',
    format: 'Word (.docx)',
    budgetKb: 20,
    content: () => encodeDocx([{ heading: 'Purification' }, 'Wash the resin twice.']),
    shows: (preview) => expect(preview.getByText('Wash the resin twice.')).toBeVisible(),
    hostile: [{ name: 'damaged', content: () => 'PK', says: 'not a ZIP file' }],
    notes: { library: 'none', notShown: 'layout, pictures, links' },
  },
  {
    name: 'protocol.odt',
    format: 'OpenDocument (.odt, .ods, .odp)',
    budgetKb: 20,
    content: () =>
      encodeZip({ 'content.xml': '<text:h>Purification</text:h><text:p>Wash the resin twice.</text:p>' }),
    shows: (preview) => expect(preview.getByText('Wash the resin twice.')).toBeVisible(),
    hostile: [{ name: 'damaged', content: () => 'PK', says: 'not a ZIP file' }],
    notes: { library: 'none', notShown: 'layout, pictures, links, comments, rows after 2,000' },
  },
  {
    name: 'talk.pptx',
    format: 'PowerPoint (.pptx)',
    budgetKb: 20,
    content: () => encodeZip({ 'ppt/slides/slide1.xml': '<a:p><a:t>Twice as fast</a:t></a:p>' }),
    shows: (preview) => expect(preview.getByText('Twice as fast')).toBeVisible(),
    hostile: [{ name: 'damaged', content: () => 'PK', says: 'not a ZIP file' }],
    notes: { library: 'none', notShown: 'layout, pictures, links, notes' },
  },
  {
    name: 'titers.xlsx',
    format: 'Excel (.xlsx)',
    budgetKb: 80,
    isQuick: true,
    content: () =>
      encodeXlsx({
        Titers: [
          ['Sample', 'Dilution', 'Titer', 'A comment that is much longer than the others'],
          ...Array.from({ length: 30 }, (_, index) => [
            `S-${index + 1}`,
            2 ** (index % 8),
            index * 12.25,
            index % 3 ? '' : 'Repeated with a fresh plate because the first one was dropped',
          ]),
          ['Total', '', { formula: 'SUM(C2:C31)', result: 5328.75 }],
        ],
        Plates: [['Plate seven']],
      }),
    async shows(preview) {
      await expect(preview.getByRole('cell', { name: '5328.75' })).toBeVisible();
      await expect(preview.getByText('Formulas show their saved results')).toBeVisible();
      await preview.getByRole('tab', { name: 'Plates' }).click();
      await expect(preview.getByRole('cell', { name: 'Plate seven' })).toBeVisible();
      await preview.getByRole('tab', { name: 'Titers' }).click();
      await expect(preview.getByRole('cell', { name: 'S-30' })).toBeVisible();
    },
    hostile: [
      { name: 'damaged', content: () => 'PK', says: 'not a ZIP file' },
      {
        name: 'attack',
        content: (host) => encodeXlsx({ '<img src=x>': [[attack(host, 'cell')], [1]] }),
        says: 'onerror=alert(1)',
      },
    ],
    notes: { library: 'numfmt', notShown: 'charts, pictures, colours, rows after 500, columns after 100' },
  },
  {
    name: 'plate.csv.gz',
    format: 'gzip',
    budgetKb: 30,
    content: () => new Uint8Array(gzipSync('well;od\nA1;0,25\nA2;1.234,5\n')),
    async shows(preview) {
      await expect(preview.getByText('Unpacked here: plate.csv')).toBeVisible();
      await expect(preview.getByRole('cell', { name: '1.234,5' })).toBeVisible();
      await preview.getByText('How the table is read: separated by semicolon; numbers as 1.234,5').click();
      await preview.getByLabel('Separator').selectOption('comma');
      await expect(preview.getByRole('cell', { name: 'A1;0', exact: true })).toBeVisible();
      await preview.getByRole('button', { name: 'As judged by the rows' }).click();
      await expect(preview.getByRole('cell', { name: '0,25' })).toBeVisible();
    },
    hostile: [{ name: 'damaged', content: () => 'PK', says: 'not a gzip file' }],
    notes: { library: 'fflate', notShown: 'content after 64 MB' },
  },
  {
    name: 'raw.zip',
    format: 'ZIP',
    budgetKb: 20,
    content: () => encodeZip({ 'gels/first.txt': 'one' }),
    shows: (preview) => expect(preview.getByText('gels/first.txt')).toBeVisible(),
    hostile: [{ name: 'damaged', content: () => 'PK', says: 'not a ZIP file' }],
    notes: { library: 'none', notShown: 'content of the files' },
  },
  {
    name: 'raw.tar.gz',
    format: 'TAR (.tar, .tar.gz)',
    budgetKb: 20,
    content: () => new Uint8Array(gzipSync(tar())),
    shows: (preview) => expect(preview.getByText('gels/first.txt')).toBeVisible(),
    hostile: [
      { name: 'damaged', content: () => 'PK', says: 'not a TAR file' },
      {
        name: 'cut',
        content: () => new Uint8Array(gzipSync(tar().slice(0, 512))),
        says: 'longer than the file',
      },
    ],
    notes: { library: 'fflate', notShown: 'content of the files; entries after 500 MB of a .tar.gz' },
  },
];
