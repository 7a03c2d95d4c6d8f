import { customType, timestamp } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Uint8Array; driverData: Buffer | string }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
  // A string is from JSON that PostgreSQL made: `\x` and hex.
  fromDriver: (value) => (typeof value === 'string' ? Buffer.from(value.slice(2), 'hex') : value),
});

/** An array of small integers. Drizzle's own array type inspects every element on a write. */
export const integers = customType<{ data: number[]; driverData: string }>({
  dataType: () => 'integer[]',
  toDriver: (value) => `{${value.join()}}`,
});

/** A timestamp with milliseconds, the precision of the API. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** SHA-256 over what should not change in a row (migration 52). A trigger makes it; null in rows from before seals. */
export const seal = () => bytea('seal');

/** Belongs to the values of an update that changes what is sealed. */
export const resealed = { seal: null };

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The id of a transaction. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
