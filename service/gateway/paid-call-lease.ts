import { sql } from 'drizzle-orm';
import { paidCalls } from '../platform/db/tables/paid-calls.ts';

/** How the names of the leases of processes that serve paid calls begin. */
export const paidCallLeases = 'paid calls of runner ';
/** The name of the lease that the serving process of a row holds. */
export const leaseOfRow = sql`${paidCallLeases} || ${paidCalls.runner}`;
