/** Blocks above an event before it counts as final. On `local`, blocks are mined on demand only. */
export const confirmations = { local: 0, staging: 32, production: 32 } as const;
