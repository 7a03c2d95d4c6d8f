/** Splits rows into portions that fit into one statement. PostgreSQL accepts 65,535 parameters. */
export function chunks<T>(rows: readonly T[], size = 1_000): T[][] {
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, at) => rows.slice(at * size, (at + 1) * size));
}
