import type { Reader } from './database.ts';

/**
 * Builds something once for each database, such as a prepared statement: Drizzle takes longer to build a statement than
 * PostgreSQL to run a short one.
 */
export function perDatabase<Built>(build: (db: Reader) => Built): (db: Reader) => Built {
  const built = new WeakMap<Reader, Built>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const made = build(db);
    built.set(db, made);
    return made;
  };
}
