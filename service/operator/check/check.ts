import { terminalText } from '@labroom/protocol/terminal-text';
import { labs } from '#platform/db/tables/labs.ts';
import { type Command, type Operation, UsageError } from '../core/command.ts';
import { compareInstallation } from '../installation/installation.ts';
import { chain } from './chain.ts';
import type { Findings, Part, Samples } from './findings.ts';
import { inSnapshot } from './in-snapshot.ts';
import { keys } from './keys.ts';
import { objects } from './objects.ts';
import { records } from './records.ts';
import { search } from './search.ts';

/** Faults printed for each part. */
const mostPrinted = 100;
const usual: Required<Omit<Samples, 'mostBytes'>> = {
  keys: Number.POSITIVE_INFINITY,
  objects: 1_000,
  documents: 10_000,
};

/** In the order in which faults explain each other. `chain` is last, because its temporary tables hide those of the database. */
export const parts: readonly Part[] = [records, keys, search, objects, chain];

export const check: Command = {
  summary: 'proves that rows, keys, objects, search and chain agree; says what could not be looked at',
  options: {
    keys: {
      placeholder: 'number',
      summary: 'keys of each kind to open, from a random place on, or all (all)',
    },
    objects: { placeholder: 'number', summary: `objects to read, at random, or all (${usual.objects})` },
    documents: {
      placeholder: 'number',
      summary: `documents of the search to index again, or all (${usual.documents})`,
    },
  },
  async run(operation) {
    const { context, print } = operation;
    const samples = {
      keys: sampleOf(operation, 'keys'),
      objects: sampleOf(operation, 'objects'),
      documents: sampleOf(operation, 'documents'),
    };
    const bound = await compareInstallation(context.db, context);
    if (!bound) {
      const hasLabs = (await context.db.$count(labs)) > 0;
      print(
        hasLabs
          ? 'The database has labs, and does not say which installation it belongs to.'
          : 'No service has used this database yet.',
      );
      return hasLabs ? false : 'incomplete';
    }
    for (const warning of bound.warnings) print(`Not checked: ${warning}`);
    let faults = 0;
    let unchecked = bound.warnings.length;
    await inSnapshot(context, samples, async (subject) => {
      for (const part of parts) {
        const found = await part.look(subject);
        show(part, found, print);
        faults += found.faults.length;
        unchecked += found.unchecked.length;
      }
    });
    if (faults > 0) print(`${faults} faults.`);
    else print(unchecked > 0 ? 'No faults found in what was looked at.' : 'No faults found.');
    if (faults > 0) return false;
    return unchecked > 0 ? 'incomplete' : true;
  },
};

function show({ name }: Part, { seen, faults, unchecked }: Findings, print: Operation['print']): void {
  // Paths and events have words of others.
  for (const sentence of faults.slice(0, mostPrinted)) print(terminalText(sentence));
  if (faults.length > mostPrinted) print(`… and ${faults.length - mostPrinted} more.`);
  for (const sentence of unchecked) print(terminalText(`Not checked: ${sentence}`));
  if (seen) print(`Looked at ${name}: ${seen}.`);
}

/** @throws UsageError */
function sampleOf({ options }: Operation, name: keyof typeof usual): number {
  const value = options[name];
  if (value === undefined) return usual[name];
  if (value === 'all') return Number.POSITIVE_INFINITY;
  if (typeof value === 'string' && /^[1-9][0-9]{0,8}$/.test(value)) return Number(value);
  throw new UsageError(`--${name} must be a number, or all.`);
}
