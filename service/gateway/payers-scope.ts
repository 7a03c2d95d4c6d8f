/** Payers need no credential. All calls into their contracts count as those of one consumer. */
export const payersScope = { consumer: 'payers' };
