import { customType, timestamp } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
});

/** An array of small integers. Drizzle's own array type inspects every element on a write. */
export const integers = customType<{ data: number[]; driverData: string }>({
  dataType: () => 'integer[]',
  toDriver: (value) => `{${value.join()}}`,
});

/** A timestamp with milliseconds, the precision of the API. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The id of a transaction. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
