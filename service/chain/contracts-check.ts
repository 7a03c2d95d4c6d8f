/** The comparison of the configured contracts with the chain by a start. A start that finds a difference ends, but for warnings. */
export interface ContractsCheck {
  at: Date;
  /** What could not be compared, and differences that do not end a start. */
  warnings: readonly string[];
}
