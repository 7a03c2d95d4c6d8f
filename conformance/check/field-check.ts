import { z } from 'zod';
import type { Fixture, Need } from '../fixtures/fixture.ts';
import { NotRunError } from '../fixtures/not-run-error.ts';
import { type Check, check } from './check.ts';

interface About<N extends Need> {
  type: string;
  section: string;
  needs: readonly N[];
  read: (given: Pick<Fixture, N | 'service'>) => Promise<readonly unknown[]>;
  /** What every object must have; a field without a shape is another check's. */
  shape: z.ZodRawShape;
}

/** The fields of a type are there, in the documented shape, in everything that was read. */
export function fieldCheck<const N extends Need>({ type, section, needs, read, shape }: About<N>): Check {
  const rule = `${type}: ${Object.keys(shape).join(', ')} have their documented shape.`;
  return check(`fields.${type}`, { rule, section, needs }, async (given) => {
    const objects = await read(given);
    if (objects.length === 0) throw new NotRunError(`needs one ${type} to look at`);
    z.array(z.object(shape)).parse(objects);
  });
}
