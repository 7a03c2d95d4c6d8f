import type { CallScope } from '../chain/untrusted-calls.ts';

/** Payers need no credential. All calls into their contracts count as those of one consumer. */
export const payersScope: CallScope = { consumer: 'payers' };
