/** Number of blocks below the head whose hashes are stored. This is the deepest reorganization that is followed. */
export const REORG_WINDOW = 256;
