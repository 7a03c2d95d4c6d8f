/** Result of one run of a job of the worker. */
export interface JobOutcome {
  /** Number of processed rows. */
  done: number;
  /** Whether more rows are due now. */
  more: boolean;
}
