import { SearchLabsDocument, type SearchLabsQuery } from '@labroom/client/documents';
import { type Run, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { count } from '../command-line/progress.ts';
import { table } from '../command-line/table.ts';
import { connect, findLab } from '../connection/connect.ts';

/** Searches labs, files and announcements, of all labs or of one. */
export const search: Run = async (invocation) => {
  const prompt = invocation.args.join(' ').trim();
  if (prompt === '') throw new CommandError('usage', 'Name what to search for.');
  const { client } = await connect(invocation);
  const named = textOption(invocation, 'lab');
  const filters = named ? { byOclIds: [(await findLab(client, named)).oclId] } : {};
  const { searchLabs } = await client.call(SearchLabsDocument, { prompt, filters });
  const labs = searchLabs.labs.map(({ lab }) => ({
    oclId: lab.oclId,
    shortname: lab.shortname,
    name: lab.name,
  }));
  const hits = searchLabs.nodes.map(hitOf);
  const rows = [
    ...labs.map(({ shortname, name }) => ['lab', shortname, name ?? '']),
    ...hits.map((hit) => [hit.kind, hit.lab, hit.kind === 'file' ? hit.path : hit.headline]),
  ];
  const more = searchLabs.totalCount - hits.length;
  const lines =
    rows.length > 0
      ? [table(rows), ...(more > 0 ? [`and ${count(more, 'more hit')}`] : [])]
      : ['Nothing found.'];
  return { text: lines.join('\n'), data: { labs, hits, totalCount: searchLabs.totalCount } };
};

function hitOf(node: SearchLabsQuery['searchLabs']['nodes'][number]) {
  if (node.__typename === 'SearchLabsFileHit') {
    const { path, lab, file } = node.entry;
    return {
      kind: 'file' as const,
      lab: lab.shortname,
      oclId: lab.oclId,
      path,
      did: file?.did,
      access: file?.accessLevel,
    };
  }
  const { announcement, lab } = node;
  return {
    kind: 'announcement' as const,
    lab: lab.shortname,
    oclId: lab.oclId,
    headline: announcement.headline,
  };
}
