export interface Representation {
  /** Media type, as `Content-Type` has it. */
  type: string;
  render(): string;
}

/** A document that the service serves about itself. */
export interface DocumentEntry {
  path: string;
  title: string;
  /** The first one is sent unless `Accept` prefers another. */
  representations: readonly [Representation, ...Representation[]];
}
