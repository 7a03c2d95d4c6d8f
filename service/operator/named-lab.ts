import { findLab, findLabByShortname, type LabRow } from '#core/labs/lab-rows.ts';
import { type Operation, required } from './core/command.ts';

/** Printed where `findNamedLab` finds none. */
export const noSuchLab = 'No lab has this oclId or shortname.';

/** The lab of `--lab`: an oclId, or a shortname that it has or had. @throws UsageError without the option */
export function findNamedLab(operation: Operation): Promise<LabRow | undefined> {
  const { db } = operation.context;
  const name = required(operation, 'lab').toLowerCase();
  return /^0x[0-9a-f]{64}$/.test(name) ? findLab(db, name) : findLabByShortname(db, name);
}
