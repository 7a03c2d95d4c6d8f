import {
  AddFilesDocument,
  CreateFolderDocument,
  DecryptDataKeyDocument,
  DeleteDataRoomFileDocument,
  FollowDocument,
  ForeseeDocument,
  MoveEntryDocument,
  RestoreEntryDocument,
  TrashEntryDocument,
} from '@labroom/client/documents';
import { FILE } from '@labroom/testing/documents.ts';
import { type Answer, post, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { TestAgent } from '@labroom/testing/test-mcp.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fileAt, finish, sent, trashedFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { serviceSchema } from '#graphql/schema.ts';

/** One slash before a path changes nothing, in every argument that names one (docs/specification/files.md#paths). */

const service = await openTestService();
const lab = await registeredLab(service);
const { oclId, token, wallet } = lab;
const schema = serviceSchema();

let count = 0;
/** A path that no other test takes. */
const fresh = () => `folder/file-${++count}.txt`;
const stored = async (path = fresh()) => {
  await uploadFile(service, lab, 'bytes', { path });
  return path;
};
const there = async (path: string) => (await fileAt(service, lab, path))?.path ?? null;
const room = async (field: string, prefix: string) => {
  const { status, body } = await post(
    service,
    `query($o: String!, $p: String) { labWithDataRoomAndFiles(oclId: $o) { dataRoom { ${field} } } }`,
    { o: oclId, p: prefix },
  );
  return { status, error: body.errors?.[0], room: body.data?.labWithDataRoomAndFiles?.dataRoom };
};

/** What an operation did with a path: the path that it means, or the refusal with its message. */
type Outcome = { path: string | null } | { reason: string | undefined; message: string };

const outcomeOf = async (
  result: Answer['body'],
  path: () => Promise<string | null> | string | null,
): Promise<Outcome> =>
  result.error ? { reason: refusalOf(result).reason, message: result.error.message } : { path: await path() };
const thrownOf = ({ errorInfo, message }: Answer['body']): Outcome => ({ reason: errorInfo.reason, message });

/** For each argument: runs its operation with a path that `typed` writes, and tells which path it took. */
const operations: Record<string, (typed: (path: string) => string) => Promise<[Outcome, string]>> = {
  'Query.dataRoomFile.path': async (typed) => {
    const path = await stored();
    const { body } = await post(service, FILE, { oclId, path: typed(path) });
    return [body.errors ? thrownOf(body.errors[0]) : { path: body.data.dataRoomFile?.path ?? null }, path];
  },
  'Mutation.finishCreateOrUpdateFile.path': async (typed) => {
    const path = fresh();
    const done = await finish(service, lab, await sent(service, lab, 'x'), { path: typed(path) });
    return [await outcomeOf(done, () => there(path)), path];
  },
  'NewFileInput.path': async (typed) => {
    const path = fresh();
    const files = [{ path: typed(path), contentType: 'text/plain', content: 'eA==' }];
    const args = { oclId, accessLevel: 'PUBLIC', changeBy: wallet, files };
    const [added] = (await resultOf(service, AddFilesDocument, args, token)).files;
    return [await outcomeOf(added, () => there(path)), path];
  },
  'Mutation.deleteDataRoomFile.path': async (typed) => {
    const path = await stored();
    const args = { oclId, path: typed(path), changeBy: wallet };
    const done = await resultOf(service, DeleteDataRoomFileDocument, args, token);
    expect(done.error ? await there(path) : null).toBe(done.error ? path : null);
    return [await outcomeOf(done, () => done.filePath), path];
  },
  'Mutation.createFolder.path': async (typed) => {
    const path = `folder-${++count}`;
    const done = await resultOf(service, CreateFolderDocument, { oclId, path: typed(path) }, token);
    return [await outcomeOf(done, () => done.path), `${path}/`];
  },
  'Mutation.trashEntry.paths': async (typed) => {
    const path = await stored();
    const done = await resultOf(service, TrashEntryDocument, { oclId, paths: [typed(path)] }, token);
    expect(await there(path)).toBe(done.error ? path : null);
    return [await outcomeOf(done, () => path), path];
  },
  'Mutation.decryptDataKey.filePath': async (typed) => {
    const path = fresh();
    await uploadSecret(service, lab, 'secret', { path });
    const done = await resultOf(service, DecryptDataKeyDocument, { oclId, filePath: typed(path) }, token);
    return [await outcomeOf(done, () => (done.plaintextDEK ? path : null)), path];
  },
  'EntryMoveInput.from': async (typed) => {
    const [from, to] = [await stored(), fresh()];
    const moves = [{ from: typed(from), to }];
    const done = await resultOf(service, MoveEntryDocument, { oclId, moves }, token);
    return [await outcomeOf(done, () => there(to)), to];
  },
  'EntryMoveInput.to': async (typed) => {
    const [from, to] = [await stored(), fresh()];
    const moves = [{ from, to: typed(to) }];
    const done = await resultOf(service, MoveEntryDocument, { oclId, moves }, token);
    return [await outcomeOf(done, () => there(to)), to];
  },
  'RestoreEntryInput.to': async (typed) => {
    const [id, to] = [await trashedFile(service, lab, fresh()), fresh()];
    const entries = [{ id, to: typed(to) }];
    const done = await resultOf(service, RestoreEntryDocument, { oclId, entries }, token);
    return [await outcomeOf(done, () => there(to)), to];
  },
  'FollowFolderInput.path': async (typed) => {
    const path = `followed-${++count}`;
    const input = { folder: { oclId, path: typed(path) } };
    const done = await resultOf(service, FollowDocument, { input }, token);
    return [await outcomeOf(done, () => done.follow.path), `${path}/`];
  },
  'DataRoom.filesPage.prefix': async (typed) => {
    const path = await stored();
    const { error, room: found } = await room('filesPage(prefix: $p) { nodes { path } }', typed(path));
    return [error ? thrownOf(error) : { path: found.filesPage.nodes[0]?.path ?? null }, path];
  },
  'DataRoom.fileColumns.prefix': async (typed) => {
    const path = await stored();
    const { error, room: found } = await room('fileColumns(prefix: $p) { paths }', typed(path));
    return [error ? thrownOf(error) : { path: found.fileColumns.paths[0] ?? null }, path];
  },
};

/** An argument that names a path says so in its name or its description. */
const namesPath = ({ name, description, type }: GraphQLArgument | GraphQLInputField) =>
  getNamedType(type).name === 'String' &&
  (/path|prefix|^folder$/i.test(name) || /\bpaths?\b/i.test(description ?? ''));

/** Arguments that speak of paths and name none. */
const others = new Set([
  // Texts that are looked for anywhere in a path.
  'DataRoom.filesPage.search',
  'DataRoom.fileColumns.search',
]);

/** Every argument and input field with the place where it stands. */
const named = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (type.name.startsWith('__') || !('getFields' in type)) return [];
  const fields = Object.values(type.getFields());
  const own = isInputObjectType(type) ? fields.map((field) => [`${type.name}.${field.name}`, field]) : [];
  const args = fields.flatMap((field) =>
    ('args' in field ? field.args : []).map((arg: GraphQLArgument) => [
      `${type.name}.${field.name}.${arg.name}`,
      arg,
    ]),
  );
  return [...own, ...args] as [string, GraphQLArgument][];
});

test('every argument of the schema that names a path is tested here', () => {
  const found = named.filter(([, argument]) => namesPath(argument)).map(([name]) => name);
  expect(found.filter((name) => !others.has(name)).toSorted()).toEqual(Object.keys(operations).toSorted());
});

describe.each(Object.entries(operations))('%s', (_, run) => {
  test('takes a path without a slash and with one as the same', async () => {
    for (const slash of ['', '/']) {
      const [outcome, path] = await run((typed) => slash + typed);
      expect(outcome).toEqual({ path });
    }
  });

  test('refuses a second slash and says so', async () => {
    for (const slashes of ['//', '///']) {
      const [outcome] = await run((typed) => slashes + typed);
      expect(outcome).toEqual({
        reason: 'INVALID_PATH',
        message: expect.stringMatching(/begins with a second slash/),
      });
    }
  });
});

describe('outside of GraphQL', () => {
  const get = (path: string) => fetch(`${service.url}/v1/labs/${oclId}/${path}`, { redirect: 'manual' });

  test('the routes of public data take one slash, and not two', async () => {
    const path = await stored();
    for (const route of [`files//${path}`, `files/%2F${path}`]) {
      const answer = await get(route);
      expect([answer.status, await answer.json()]).toMatchObject([200, { path }]);
    }
    expect((await get(`content//${path}`)).status).toBe(302);
    expect(await (await get(`files?prefix=/${path}`)).json()).toMatchObject({ nodes: [{ path }] });
    for (const route of [`files///${path}`, `content///${path}`, `files?prefix=//${path}`]) {
      const answer = await get(route);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ errorInfo: { reason: 'INVALID_PATH' } }] });
    }
  });

  test('the tools of /mcp take one slash, and not two', async () => {
    await using agent = await new TestAgent().connect(service);
    const path = await stored();
    expect((await agent.call('read_file', { oclId, path: `/${path}` })).said).toMatchObject({ path });
    expect((await agent.call('open_lab', { oclId, prefix: `/${path}` })).said.files.nodes).toMatchObject([
      { path },
    ]);
    const asked = { oclId, wallet, path: `/${fresh()}` };
    const { steps } = (await agent.call('put_file', asked)).said;
    expect(steps.at(-1).arguments.path).toBe(asked.path.slice(1));
    for (const [tool, args] of [
      ['read_file', { oclId, path: `//${path}` }],
      ['put_file', { ...asked, path: `//${path}` }],
      ['explain_access', { oclId, wallet, path: `//${path}` }],
    ] as const)
      expect((await agent.call(tool, args)).said).toMatchObject({ reason: 'INVALID_PATH' });
  });

  test('a foreseen call takes one slash, and not two', async () => {
    const path = fresh();
    await uploadSecret(service, lab, 'secret', { path });
    const foreseen = (filePath: string) =>
      resultOf(service, ForeseeDocument, {
        operation: 'decryptDataKey',
        variables: JSON.stringify({ oclId, filePath }),
        wallet,
      });
    expect(await foreseen(`/${path}`)).toMatchObject({ runs: true });
    expect(await foreseen(`//${path}`)).toMatchObject({ runs: false, reason: 'INVALID_PATH' });
  });
});
