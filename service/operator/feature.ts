import { featureLab, listFeatured, MOST_FEATURED, unfeatureLab } from '../operations/labs/featured-store.ts';
import { type Command, UsageError } from './core/command.ts';
import { findNamedLab, noSuchLab } from './named-lab.ts';

const lab = { placeholder: 'oclId|shortname', summary: 'the lab' };

export const feature: Command = {
  summary: 'chooses a lab for the front page, or moves a chosen one; its lists stay the same',
  options: {
    lab,
    place: { placeholder: 'number', summary: 'from 1; without it, after the others' },
  },
  async run(operation) {
    const place = placeOf(operation.options.place);
    const found = await findNamedLab(operation);
    if (!found) {
      operation.print(noSuchLab);
      return false;
    }
    const at = await featureLab(operation.context.db, found.oclId, place);
    if (at === null) {
      operation.print(`${MOST_FEATURED} labs are chosen. Take one out first: unfeature.`);
      return false;
    }
    const hidden = found.isHidden ? ' It is hidden, so it is not shown.' : '';
    operation.print(`Place ${at}: ${found.oclId} ${found.shortname}.${hidden}`);
    return true;
  },
};

export const unfeature: Command = {
  summary: 'takes a chosen lab off the front page',
  options: { lab },
  async run(operation) {
    const found = await findNamedLab(operation);
    const isOut = found !== undefined && (await unfeatureLab(operation.context.db, found.oclId));
    if (!found) operation.print(noSuchLab);
    else
      operation.print(
        isOut ? `Taken out: ${found.oclId} ${found.shortname}.` : 'It is not chosen. See featured.',
      );
    return isOut;
  },
};

export const featured: Command = {
  summary: 'lists the labs that are chosen for the front page, in order',
  options: { all: { summary: 'also those that were taken out' } },
  async run({ context, options, print }) {
    for (const row of await listFeatured(context.db, { all: options.all === true })) {
      const place = row.endedAt ? '-' : String(row.place);
      const until = row.endedAt ? [`taken out ${row.endedAt.toISOString()}`] : [];
      print([place, row.oclId, row.shortname, row.featuredAt.toISOString(), ...until].join('\t'));
    }
    return true;
  },
};

/** @throws UsageError */
function placeOf(text: string | boolean | undefined): number | undefined {
  if (text === undefined) return undefined;
  const place = Number(text);
  if (!Number.isInteger(place) || place < 1 || place > MOST_FEATURED)
    throw new UsageError(`--place: a whole number from 1 to ${MOST_FEATURED}.`);
  return place;
}
