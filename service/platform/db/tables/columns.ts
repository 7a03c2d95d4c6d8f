import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Raw bytes. */
export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
});

/** Small numbers in a row; drizzle's own array looks into every single one when it writes. */
export const integers = customType<{ data: number[]; driverData: string }>({
  dataType: () => 'integer[]',
  toDriver: (value) => `{${value.join()}}`,
});

/** A moment with milliseconds, the precision that the API shows. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
