import { archiveCases } from './archive-cases.ts';
import { arrayCases } from './array-cases.ts';
import { exchangeCases } from './exchange-cases.ts';
import { imageCases } from './image-cases.ts';
import { plainCases } from './plain-cases.ts';
import type { PreviewCase } from './preview-case.ts';
import { scienceCases } from './science-cases.ts';
import { textCases } from './text-cases.ts';

/** Every format with a preview. A new format adds its cases in a file of its own. */
export const previewCases: readonly PreviewCase[] = [
  ...textCases,
  ...plainCases,
  ...archiveCases,
  ...imageCases,
  ...scienceCases,
  ...arrayCases,
  ...exchangeCases,
];
