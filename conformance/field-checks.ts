import assert from 'node:assert/strict';
import type { z } from 'zod';
import { type Check, check } from './check.ts';
import type { Fixture, Need } from './fixture.ts';
import { NotRunError } from './not-run-error.ts';
import { type RowId, rowOf } from './rows.ts';
import type { Service } from './service.ts';

/** The fields that the contract gives a type, by the ids of their rows. */
type FieldOf<Type extends string> =
  Extract<RowId, `fields.${Type}.${string}`> extends `fields.${Type}.${infer Field}` ? Field : never;

interface About<Type extends string, N extends Need> {
  type: Type;
  needs: readonly N[];
  /** Objects of the type to look at; read once for all fields. */
  read: (given: Pick<Fixture, N | 'service'>) => Promise<readonly unknown[]>;
  /** What every object must have; a field without a shape is another check's. */
  shapes: Partial<Record<FieldOf<Type>, z.ZodType>>;
}

/** One check per field of a type: it is there, in the documented shape, in everything that was read. */
export function fieldChecks<const Type extends string, const N extends Need>(about: About<Type, N>): Check[] {
  const { type, needs, read, shapes } = about;
  const readings = new WeakMap<Service, Promise<readonly unknown[]>>();
  return Object.entries<z.ZodType | undefined>(shapes).map(([field, shape]) => {
    const id = `fields.${type}.${field}` as RowId;
    const { title: section, text } = rowOf(id);
    return check(id, { rule: `${type}.${field}: ${text}.`, section, covers: [id], needs }, async (given) => {
      const reading = readings.get(given.service) ?? read(given);
      readings.set(given.service, reading);
      const objects = await reading;
      if (objects.length === 0) throw new NotRunError(`needs one ${type} to look at`);
      for (const object of objects) {
        const value = (object as Record<string, unknown>)[field];
        const parsed = shape?.safeParse(value);
        assert.ok(
          parsed?.success,
          `${field} is ${JSON.stringify(value)}: ${parsed?.error?.issues[0]?.message}`,
        );
      }
    });
  });
}
