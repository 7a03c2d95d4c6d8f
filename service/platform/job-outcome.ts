/** What one turn of a job of the worker did. */
export interface JobOutcome {
  /** How many rows were dealt with. */
  done: number;
  /** Whether more are due right now. */
  more: boolean;
}
