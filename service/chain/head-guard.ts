/** The block that a node reports as the newest. */
export interface Head {
  number: number;
  /** Unix seconds. */
  timestamp: number;
}

/** Decides whether an answer of a node is recent enough to authorize anything. */
export interface HeadGuard {
  /**
   * The lowest block accepted for a read that starts now: the highest block seen so far.
   * @returns its number
   */
  floor(): Promise<number>;
  /**
   * @param floor result of `floor()` from before the read
   * @throws ServiceError `UPSTREAM_UNAVAILABLE`, reason `NODE_BEHIND`
   */
  require(head: Head, floor: number): Promise<void>;
}

/** For the local chain, which mines a block only when a transaction is sent. */
export const anyHead: HeadGuard = { floor: async () => 0, require: async () => {} };
