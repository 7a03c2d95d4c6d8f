import { expect } from '@playwright/test';
import { encodeDocx } from '#local/seed/formats/office.ts';
import { encodeZip } from '#local/seed/formats/zip.ts';
import type { PreviewCase } from './preview-case.ts';

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
    name: 'raw.zip',
    format: 'ZIP',
    budgetKb: 20,
    content: () => encodeZip({ 'gels/first.txt': 'one' }),
    shows: (preview) => expect(preview.getByText('gels/first.txt')).toBeVisible(),
    hostile: [{ name: 'damaged', content: () => 'PK', says: 'not a ZIP file' }],
    notes: { library: 'none', notShown: 'content of the files' },
  },
];
