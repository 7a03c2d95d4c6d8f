import { beginEpoch as begin } from '../platform/db/event-log.ts';
import type { Command } from './core/command.ts';

export const beginEpoch: Command = {
  summary:
    'after the database was put back by other means than restore: no reader of the event log misses an event',
  options: {},
  async run({ context, print }) {
    const isBegun = await context.db.transaction(begin);
    print(
      isBegun
        ? 'The event log continues with numbers that it never gave before.'
        : 'No service has used this database yet.',
    );
    return isBegun;
  },
};
