import type { Row } from '../row.ts';
import { labsPage } from './w5-labs-page.ts';
import { deepPage } from './w6-deep-page.ts';
import { feedPage } from './w7-feed-page.ts';
import { labFiles } from './w8-lab-files.ts';
import { search } from './w9-search.ts';

/** All rows, in the order of the table. */
export const rows: readonly Row[] = [labsPage, deepPage, feedPage, labFiles, search];
