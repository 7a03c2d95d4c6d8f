import { CreateAnnouncementDocument } from '@labroom/client/documents';
import { done } from './expect.ts';
import type { Lab } from './lab.ts';
import { NotRunError } from './not-run-error.ts';
import type { Service } from './service.ts';

export interface Sample {
  oclId: string;
  shortname: string;
  path: string;
  /** Made by this run: what follows from it is worth waiting for. */
  isNew: boolean;
}

const FIND = `{ labs(perPage: 100) { nodes { oclId } } }`;
const ROOM = `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { oclId shortname
  dataRoom { files { path accessLevel } } } }`;

/**
 * A lab with a public file: one of this run, which is filled first, or the given one, or the first that the service lists.
 */
export async function findSample(
  service: Service,
  lab: string | undefined | (() => Promise<Lab>),
): Promise<Sample> {
  const own = typeof lab === 'function' ? await lab() : undefined;
  if (own) await fill(own);
  const given = own?.oclId ?? lab;
  const { labs } = given ? { labs: { nodes: [{ oclId: given }] } } : await service.ask(FIND);
  for (const { oclId } of labs.nodes) {
    const { labWithDataRoomAndFiles: found } = await service.ask(ROOM, { oclId });
    const file = found?.dataRoom.files.find((node: { accessLevel: string }) => node.accessLevel === 'PUBLIC');
    if (file) return { oclId, shortname: found.shortname, path: file.path, isNew: own !== undefined };
  }
  throw new NotRunError('needs a lab with a public file');
}

/** One of everything that a lab can show. */
async function fill(lab: Lab): Promise<void> {
  const said = {
    description: 'A sample',
    tags: ['sample'],
    categories: ['Data'],
    contentText: 'sample text',
  };
  const first = await lab.file('sample.txt', 'one\n', said);
  done(await lab.upload('two\n', { ref: first.datasetId, ...said }));
  const passing = await lab.file('passing.txt', 'passing\n', said);
  done(await lab.deleteFile(passing.path));
  done(
    await lab.mutate(CreateAnnouncementDocument, {
      headline: 'A sample',
      body: '**Bold**',
      attachments: [first.datasetId],
    }),
  );
}
