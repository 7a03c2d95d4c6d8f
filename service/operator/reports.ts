import { terminalText } from '@labroom/protocol/terminal-text';
import { closeReport, listReports, type ReportRow } from '../operations/moderation/report-store.ts';
import { type Command, UsageError } from './core/command.ts';
import { describe } from './hide.ts';

export const reports: Command = {
  summary: 'lists what people reported, the last first, or closes a report',
  options: {
    all: { summary: 'also closed ones' },
    close: { placeholder: 'id', summary: 'closes the report with this id' },
    'of-subject': { summary: 'with --close: all reports of the same thing' },
  },
  async run({ context, options, print }) {
    const { all, close } = options;
    const ofSubject = options['of-subject'] === true;
    if (ofSubject && close === undefined) throw new UsageError('--of-subject needs --close.');
    if (close !== undefined) {
      const closed = await closeReport(context.db, String(close), { ofSubject });
      print(closed > 0 ? `Closed: ${closed}.` : 'No open report has this id.');
      return closed > 0;
    }
    for (const row of await listReports(context.db, { all: all === true })) print(lineOf(row));
    return true;
  },
};

/** Id, when it was last sent, how often, what, why, who, and the text, which is of anybody. */
function lineOf(row: ReportRow): string {
  const { id, lastAt, count, reason, text, wallet, closedAt } = row;
  return [
    id,
    lastAt.toISOString(),
    `${count}×`,
    describe(row),
    reason,
    wallet ?? 'visitor',
    terminalText(text ?? ''),
    ...(closedAt ? [`closed ${closedAt.toISOString()}`] : []),
  ].join('\t');
}
