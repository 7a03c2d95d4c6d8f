import { z } from 'zod';
import { type Invocation, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { findFolder, type TiedFolder } from '../store/folder.ts';
import { sessionStore } from '../store/session-store.ts';
import { originOf } from './connect.ts';

const timeoutMs = 30_000;
const perPage = 100;
/** More files are not listed without a session. */
const mostPages = 1_000;

const labSchema = z.object({ oclId: z.string(), shortname: z.string(), name: z.string().nullable() });
const pageOf = <Node extends z.ZodType>(node: Node) =>
  z.object({ nodes: z.array(node), pageInfo: z.object({ hasNextPage: z.boolean() }) });
const fileSchema = z.object({
  path: z.string(),
  did: z.string(),
  version: z.number(),
  accessLevel: z.string(),
  contentHash: z.string().nullable(),
  contentLength: z.union([z.string(), z.number()]),
});

type PublicFile = z.output<typeof fileSchema>;

/** A lab as everyone can read it, without a session. */
export interface PublicLab {
  lab: { oclId: string; shortname: string; name: string };
  folder: TiedFolder | null;
  files(prefix?: string): AsyncGenerator<PublicFile>;
  /** The newest version of a file, or another one; `null` if there is none. */
  find(path: string, version?: number): Promise<PublicFile | null>;
  /** The bytes of a version that is public. */
  content(file: PublicFile): Promise<ReadableStream<Uint8Array>>;
}

/**
 * Opens the lab of a command where nobody is signed in at its service, and the command names both. `null` where somebody is, or nothing
 * names a lab and a service. @throws CommandError if there is no such lab
 */
export async function openPublicLab(invocation: Invocation): Promise<PublicLab | null> {
  const around = await findFolder(invocation.cwd);
  const named = textOption(invocation, 'service');
  const service = named ? originOf(named) : around?.service;
  if (!service || (await sessionStore(invocation.env).find(service))) return null;
  const folder = around?.service === service ? around : null;
  const wanted = textOption(invocation, 'lab') ?? folder?.oclId;
  return wanted ? publicLab(service, await findPublicLab(service, wanted), folder) : null;
}

function publicLab(service: string, lab: PublicLab['lab'], folder: TiedFolder | null): PublicLab {
  const base = `/v1/labs/${lab.oclId}`;
  const pathOf = (path: string) => path.split('/').map(encodeURIComponent).join('/');
  const find = async (path: string, version?: number) => {
    const versions = z.object({
      ...fileSchema.shape,
      versions: z.array(fileSchema.omit({ path: true, did: true })),
    });
    const file = await read(service, `${base}/files/${pathOf(path)}`, versions);
    const one = file?.versions.find((some) => some.version === (version ?? file.version));
    return file && one ? { ...one, path: file.path, did: file.did } : null;
  };
  return {
    lab,
    folder,
    find,
    async *files(prefix) {
      const below = prefix ? `&prefix=${encodeURIComponent(prefix)}` : '';
      for (let page = 0; page < mostPages; page += 1) {
        const listed = await read(
          service,
          `${base}/files?perPage=${perPage}&page=${page}${below}`,
          pageOf(fileSchema),
        );
        yield* listed?.nodes ?? [];
        if (!listed?.pageInfo.hasNextPage) return;
      }
    },
    async content({ path, version }) {
      const answer = await ask(service, `${base}/content/${pathOf(path)}?version=${version}`);
      if (!answer.ok || !answer.body)
        throw new CommandError('failed', `${path} is not public. Run labroom login.`);
      return answer.body;
    },
  };
}

/** Finds a lab by oclId or short name. @throws CommandError */
async function findPublicLab(service: string, named: string): Promise<PublicLab['lab']> {
  const found = /^0x/i.test(named)
    ? await read(service, `/v1/labs/${encodeURIComponent(named)}`, labSchema)
    : await read(
        service,
        `/v1/labs?search=${encodeURIComponent(named)}&perPage=${perPage}`,
        pageOf(labSchema),
      ).then((page) => page?.nodes.find(({ shortname }) => shortname === named));
  if (!found) throw new CommandError('failed', `There is no lab ${named}.`);
  return { ...found, name: found.name ?? found.shortname };
}

/** The answer of a route of public data; `null` where there is nothing. @throws CommandError */
async function read<Schema extends z.ZodType>(
  service: string,
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const answer = await ask(service, path);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new CommandError('failed', `${service} answers ${answer.status} for public data.`);
  const parsed = schema.safeParse(await answer.json().catch(() => null));
  if (!parsed.success)
    throw new CommandError('failed', `${service} does not answer as a service of Labroom.`);
  return parsed.data;
}

function ask(service: string, path: string): Promise<Response> {
  return fetch(new URL(path, service), { signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
    throw new CommandError('failed', `${service} does not answer.`, { cause });
  });
}
