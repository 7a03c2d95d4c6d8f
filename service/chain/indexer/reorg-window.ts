/** Below the head, this many blocks are known one by one: as deep a reorganization is followed. */
export const REORG_WINDOW = 256;
