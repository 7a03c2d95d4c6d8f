import { inflateSync } from 'node:zlib';
import { arrowFiles } from '@labroom/formats/arrow/arrow.fixture.ts';
import { compressedImages } from '@labroom/formats/dicom/compressed.fixture.ts';
import { workbooks } from '@labroom/formats/office/xls.fixture.ts';
import { expect } from '@playwright/test';
import type { PreviewCase } from './preview-case.ts';

const unpacked = (packed = '') => Uint8Array.from(inflateSync(Buffer.from(packed, 'base64')));
const dicom = (name: string) =>
  Uint8Array.from(Buffer.concat([Buffer.alloc(128), unpacked(compressedImages[name]?.packed)]));

const pyramid =
  'o pyramid\nv 0 0 0\nv 4 0 0\nv 4 2.5 0\nv 0 2.5 0\nv 2 1.25 3\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n';
const facet = (corners: string[]) =>
  `facet normal 0 0 0\nouter loop\n${corners.map((corner) => `vertex ${corner}\n`).join('')}endloop\nendfacet\n`;
const stl = `solid wedge\n${facet(['0 0 0', '1 0 0', '0 1 0'])}${facet(['0 0 0', '0 1 0', '0 0 2'])}endsolid wedge\n`;
const ply =
  'ply\nformat ascii 1.0\ncomment scanned\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n1 2 3\n';
const jcamp =
  '##TITLE=Ethanol\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##XUNITS=1/CM\n##YUNITS=ABSORBANCE\n##FIRSTX=400\n##LASTX=409\n##NPOINTS=10\n##YFACTOR=1\n##XYDATA=(X++(Y..Y))\n400A1JJ%jX\n##END=\n';

/** Formats in which programs hand on what they measured, computed or made. */
export const exchangeCases: readonly PreviewCase[] = [
  {
    name: 'compressed.dcm',
    format: 'DICOM, compressed (RLE, JPEG, JPEG-LS, JPEG 2000)',
    budgetKb: 260,
    content: () => dicom('u-gray-j2k'),
    shows: (preview) => expect(preview.getByRole('img', { name: 'OT image, 12 × 8 pixels' })).toBeVisible(),
    hostile: [
      { name: 'jpeg', content: () => dicom('gray-12bit'), says: 'JPEG of 12 bits' },
      { name: 'cut', content: () => dicom('rgb-jpegls').slice(0, -60), says: /damaged/ },
    ],
    notes: {
      library: 'dicom-parser, jpeg-lossless-decoder-js, CharLS, OpenJPEG and libjpeg-turbo in JavaScript',
      notShown: 'personal data; HTJ2K, JPEG XL, JPEG of 12 bits, video',
    },
  },
  {
    name: 'wedge.stl',
    format: 'Model (.stl)',
    budgetKb: 20,
    content: () => stl,
    shows: async (preview) => {
      const drawing = preview.getByRole('img', { name: 'Model of 2 triangles' });
      await expect(drawing).toBeVisible();
      await drawing.focus();
      const before = await drawing.screenshot();
      await drawing.press('ArrowRight');
      await expect.poll(async () => (await drawing.screenshot()).equals(before)).toBe(false);
    },
    hostile: [
      { name: 'cut', content: () => stl.slice(0, -20), says: 'its end is missing' },
      { name: 'other', content: () => 'PK', says: 'it has no corners' },
    ],
    notes: { library: 'none', notShown: 'colours, triangles after 500,000' },
  },
  {
    name: 'pyramid.obj',
    format: 'Model (.obj)',
    budgetKb: 20,
    content: () => pyramid,
    shows: (preview) => expect(preview.getByRole('img', { name: 'Model of 6 triangles' })).toBeVisible(),
    hostile: [
      { name: 'missing', content: () => `${pyramid}f 1 2 9\n`, says: 'a corner that does not exist' },
    ],
    notes: { library: 'none', notShown: 'materials, textures, curves, triangles after 500,000' },
  },
  {
    name: 'scan.ply',
    format: 'Model (.ply)',
    budgetKb: 20,
    content: () => ply,
    shows: (preview) => expect(preview.getByRole('img', { name: 'Model of 2 points' })).toBeVisible(),
    hostile: [{ name: 'cut', content: () => ply.slice(0, -7), says: 'its end is missing' }],
    notes: { library: 'none', notShown: 'colours, triangles and points after 500,000' },
  },
  {
    name: 'cells.feather',
    format: 'Arrow (.arrow, .arrows, .feather version 2)',
    budgetKb: 50,
    content: () => unpacked(arrowFiles['q-lz4.arrow']),
    shows: (preview) => expect(preview.getByRole('cell', { name: '9007199254740995' })).toBeVisible(),
    hostile: [
      { name: 'first', content: () => 'FEA1xxxxFEA1', says: 'Feather file of version 1' },
      { name: 'cut', content: () => unpacked(arrowFiles['q-lz4.arrow']).slice(0, 1_500), says: /damaged/ },
    ],
    notes: {
      library: 'flechette, fzstd',
      notShown: 'rows after 5,000, columns after 100; unions, views of lists, dictionaries of lists',
    },
  },
  {
    name: 'titers.xls',
    format: 'Excel 5 to 2003 (.xls)',
    budgetKb: 50,
    content: () => unpacked(workbooks.xlwt),
    shows: (preview) => expect(preview.getByRole('cell', { name: '2020-02-29' })).toBeVisible(),
    hostile: [
      { name: 'html', content: () => '<table><tr><td>1</table>', says: 'not an Excel workbook' },
      { name: 'cut', content: () => unpacked(workbooks.xlwt).slice(0, 1_024), says: /workbook|damaged/ },
    ],
    notes: {
      library: 'numfmt',
      notShown: 'charts, pictures, colours, formulas, rows after 500, columns after 100',
    },
  },
  {
    name: 'ethanol.jdx',
    format: 'Spectrum (JCAMP-DX)',
    budgetKb: 20,
    content: () => jcamp,
    shows: (preview) =>
      expect(
        preview.getByRole('img', { name: /Spectrum. 10 points. 1\/CM: about 400 to 409/ }),
      ).toBeVisible(),
    hostile: [{ name: 'other', content: () => 'a text', says: 'not a JCAMP-DX file' }],
    notes: {
      library: 'none',
      notShown: 'spectra after 50, points after 1,000,000, contours of two dimensions',
    },
  },
];
