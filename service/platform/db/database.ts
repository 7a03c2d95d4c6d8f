import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';

/** For reads, and for single statements that are atomic by themselves. */
export type Database = NodePgDatabase & { $client: Pool };
/** Parameter type of functions that must run inside a transaction. Outside of one they do not compile. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Parameter type of reads, inside or outside a transaction. */
export type Reader = Database | Transaction;
