import { sql } from 'drizzle-orm';

/**
 * SQL: the time to wait after the attempts in the column `attempts`, as an interval: `firstSeconds`, doubled with each, at
 * most `longestSeconds`, and a fifth more or less, so that what failed together is not repeated together.
 */
export const retryDelay = (firstSeconds: number, longestSeconds: number) => sql`(
  least(${longestSeconds}::float8, ${firstSeconds}::float8 * power(2, least(attempts, 20))) * (0.8 + 0.4 * random()) * interval '1 second')`;
