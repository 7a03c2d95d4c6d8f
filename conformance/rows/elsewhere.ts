import type { RowId } from '../rows.ts';

/** Rows that no client can see, and the test that proves each. */
export const elsewhere: Partial<Record<RowId, string>> = {};

/** Rows that are not built yet, and what is missing. */
export const open: Partial<Record<RowId, string>> = {};
