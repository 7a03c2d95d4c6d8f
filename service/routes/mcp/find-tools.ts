import { filePath, labPath } from '@labroom/protocol/lab-pages';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { withOclIds } from '#core/labs/name-labs.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { isTextType, readPublicText } from '../../operations/files/public-text.ts';
import { answering } from './answers.ts';
import { ANNOUNCEMENT, SEARCH } from './queries.ts';
import type { McpReader } from './reader.ts';
import { parseRoomUri, type RoomResource, roomUri } from './room-uri.ts';
import { page, reads, type ToolContext } from './tools.ts';

/** A result of `search` in the form that chat products read; `text` and `metadata` are more than they ask for. */
interface Found {
  id: string;
  title: string;
  url: string;
  text: string;
  metadata: Record<string, string>;
}

interface LabFields {
  oclId: string;
  shortname: string;
  name: string | null;
  description?: string | null;
}

interface FileFields {
  did: string;
  path: string;
  version: number;
  contentType: string;
  accessLevel: string;
  contentLength: number;
  description: string | null;
  tags?: string[];
  downloadUrl?: string | null;
  updatedAt: string;
}

interface AnnouncementFields {
  headline: string;
  body: string;
  changeBy: string;
  eventTime: string;
}

interface FoundHits {
  labs: { lab: LabFields }[];
  nodes: (
    | {
        kind: 'SearchLabsFileHit';
        snippet: Snippet;
        entry: { path: string; lab: LabFields; file: FileFields };
      }
    | {
        kind: 'SearchLabsAnnouncementHit';
        snippet: Snippet;
        announcement: { id: string; headline: string };
        lab: LabFields;
      }
  )[];
}

type Snippet = { text: string } | null;

/** The two tools by which chat products find and cite: `search` and `fetch`. */
export function registerFindTools(server: McpServer, { context, reader, scope, outputs }: ToolContext): void {
  const { webUrl } = context.config.http;
  const pageOf = (lab: LabFields, path?: string) =>
    webUrl + (path === undefined ? labPath(lab.shortname) : filePath(lab.shortname, path));
  const activityOf = (lab: LabFields) => webUrl + labPath(lab.shortname, 'activity');

  async function search(prompt: string, at: number): Promise<{ results: Found[] }> {
    const { searchLabs } = await reader.query(SEARCH, { prompt, page: at });
    const { labs, nodes } = searchLabs as FoundHits;
    const ofLab = ({ lab }: { lab: LabFields }): Found => ({
      id: roomUri({ kind: 'lab', lab: lab.oclId }),
      title: nameOf(lab),
      url: pageOf(lab),
      text: lab.description ?? '',
      metadata: { kind: 'lab', ...namesOf(lab) },
    });
    const ofHit = (hit: FoundHits['nodes'][number]): Found => {
      const text = hit.snippet?.text ?? '';
      if (hit.kind === 'SearchLabsFileHit') {
        const { path, lab, file } = hit.entry;
        return {
          id: roomUri({ kind: 'file', lab: lab.oclId, path }),
          title: `${path} (${nameOf(lab)})`,
          url: pageOf(lab, path),
          text: text || (file.description ?? ''),
          metadata: { kind: 'file', ...namesOf(lab), ...factsOf({ ...file, path }) },
        };
      }
      const { announcement, lab } = hit;
      return {
        id: roomUri({ kind: 'announcement', lab: lab.oclId, id: announcement.id }),
        title: `${announcement.headline} (${nameOf(lab)})`,
        url: activityOf(lab),
        text,
        metadata: { kind: 'announcement', ...namesOf(lab) },
      };
    };
    // Labs are the same on every page.
    return { results: [...(at === 0 ? labs.map(ofLab) : []), ...nodes.map(ofHit)] };
  }

  async function fetchOne(id: string): Promise<Found> {
    const named = parseRoomUri(id);
    if (!named)
      throw new ServiceError('VALIDATION_FAILED', '`id` must be one of a result of `search`.', {
        details: { argument: 'id' },
      });
    const { lab: oclId } = await withOclIds(context.db, { lab: named.lab });
    const lab = (await reader.resource('getLab', { oclId })) as LabFields;
    const asked: RoomResource = { ...named, lab: lab.oclId };
    if (asked.kind === 'lab') return fetchLab(lab);
    if (asked.kind === 'file') return fetchFile(lab, asked.path);
    const { headline, body, changeBy, eventTime } = await readAnnouncement(reader, oclId, asked.id);
    return {
      id: roomUri(asked),
      title: `${headline} (${nameOf(lab)})`,
      url: activityOf(lab),
      text: body,
      metadata: { kind: 'announcement', ...namesOf(lab), changeBy, eventTime },
    };
  }

  async function fetchLab(lab: LabFields): Promise<Found> {
    const files = (await reader.resource('listFiles', { oclId: lab.oclId, perPage: 50 })) as {
      nodes: FileFields[];
      totalCount: number;
    };
    const listed = files.nodes.map(
      ({ path, accessLevel, contentType, contentLength }) =>
        `- ${path} (${accessLevel}, ${contentType}, ${contentLength} bytes)`,
    );
    return {
      id: roomUri({ kind: 'lab', lab: lab.oclId }),
      title: nameOf(lab),
      url: pageOf(lab),
      text: [lab.description ?? '', `Files (${files.totalCount}):`, ...listed].join('\n').trim(),
      metadata: { kind: 'lab', ...namesOf(lab) },
    };
  }

  async function fetchFile(lab: LabFields, asked: string): Promise<Found> {
    const file = (await reader.resource('getFile', { oclId: lab.oclId, path: asked })) as FileFields;
    const { path } = file;
    const found = {
      id: roomUri({ kind: 'file', lab: lab.oclId, path }),
      title: `${path} (${nameOf(lab)})`,
      url: pageOf(lab, path),
    };
    const metadata = { kind: 'file', ...namesOf(lab), ...factsOf(file) };
    if (file.accessLevel !== 'PUBLIC') return { ...found, text: about(file, ENCRYPTED), metadata };
    if (!isTextType(file.contentType))
      return { ...found, text: about(file, `Its bytes: ${file.downloadUrl}`), metadata };
    const beginning = { oclId: lab.oclId, path, offset: 0 };
    const { text, nextOffset } = await readPublicText(context, beginning);
    const more: Record<string, string> =
      nextOffset === null ? {} : { nextOffset: String(nextOffset), continueWith: 'read_file' };
    return { ...found, text, metadata: { ...metadata, ...more } };
  }

  server.registerTool(
    'search',
    {
      title: 'Search',
      description:
        'Files, announcements and labs that match words, best first. Words in quotation marks are a phrase. `fetch` takes the `id` of a result.',
      inputSchema: z.object({
        query: z.string().min(1).max(2_000),
        page: page.describe('From 0, 20 results each. A page without results is after the last.'),
      }),
      outputSchema: outputs.search.outputSchema,
      annotations: reads,
    },
    answering(scope, ({ query, page: at }) => search(query, at), outputs.search.label),
  );

  server.registerTool(
    'fetch',
    {
      title: 'Fetch',
      description:
        'What a result of `search` is about: the text of a public file (its first 64 KiB; `read_file` continues), of an announcement or of a lab, with its page to cite. ' +
        'Of an encrypted file: what is public about it.',
      inputSchema: z.object({
        id: z.string().min(1).max(8_192).describe('The `id` of a result of `search`.'),
      }),
      outputSchema: outputs.fetch.outputSchema,
      annotations: reads,
    },
    answering(scope, async ({ id }) => fetchOne(id), outputs.fetch.label),
  );
}

const ENCRYPTED =
  'It is encrypted. explain_access says whether a wallet can open it. `labroom mcp` opens it on the machine of the person; no tool returns its contents.';

/** An announcement of a lab. @throws ServiceError `NOT_FOUND` */
export async function readAnnouncement(
  reader: McpReader,
  oclId: string,
  id: string,
): Promise<AnnouncementFields> {
  const { announcement } = await reader.query(ANNOUNCEMENT, { oclId, id });
  if (!announcement) throw new ServiceError('NOT_FOUND', 'The lab has no announcement with this id.');
  return announcement as AnnouncementFields;
}

const nameOf = ({ name, shortname }: LabFields) => name ?? shortname;

const namesOf = ({ oclId, shortname }: LabFields) => ({ oclId, lab: shortname });

const factsOf = ({ did, path, version, accessLevel, contentType, contentLength, updatedAt }: FileFields) => ({
  ...{ did, path, version: String(version), accessLevel, contentType },
  ...{ contentLength: String(contentLength), updatedAt },
});

function about({ description, tags = [], contentType, contentLength }: FileFields, then: string): string {
  const said = [description ?? '', tags.length > 0 ? `Tags: ${tags.join(', ')}` : ''];
  return [...said, `A file of ${contentLength} bytes, ${contentType}.`, then]
    .filter((line) => line !== '')
    .join('\n');
}
