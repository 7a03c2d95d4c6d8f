import { randomBytes } from 'node:crypto';
import {
  AddLabTodoDocument,
  CreateReleaseDocument,
  ReportDocument,
  UpdateLabNftMetadataDocument,
} from '@labroom/client/documents';
import { queryArguments } from '@labroom/testing/query-arguments.ts';
import { ask, resultOf } from '@labroom/testing/test-client.ts';
import { beginThread } from '@labroom/testing/test-comments.ts';
import { TestAgent } from '@labroom/testing/test-mcp.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { announce, sha256, uploadFile } from '@labroom/testing/test-upload.ts';
import { type Arguments, askForEverything, introspect } from '@labroom/testing/walk-schema.ts';
import { expect, test } from 'vitest';
import { runCommand } from '#operator/operator.fixture.ts';
import { numberEvents } from '../activity/number-events.ts';

const service = await openTestService();
const [lab, other] = [await registeredLab(service), await registeredLab(service)];
const word = `xenolith${randomBytes(4).toString('hex')}`;

/** Everything that a lab can show, with the word in it. */
async function fill(): Promise<void> {
  const { oclId, token } = lab;
  const input = { name: `Lab of ${word}`, description: word };
  await resultOf(service, UpdateLabNftMetadataDocument, { oclId, input }, token);
  const { datasetId: ref } = await uploadFile(service, lab, word, {
    path: `${word}/a.txt`,
    description: word,
    tags: [word],
    contentText: word,
  });
  await announce(service, lab, { headline: word, body: word, attachments: [ref] });
  await resultOf(service, CreateReleaseDocument, { oclId, name: word, description: word }, token);
  await resultOf(service, AddLabTodoDocument, { oclId, input: { text: word } }, token);
  await beginThread(service, lab, {}, word);
  await beginThread(service, lab, { ref, version: 1 }, word);
  await uploadFile(service, other, 'of the other lab', { path: 'a.txt', tags: ['other'] });
  await numberEvents(service.context);
  await runCommand(service, 'feature', '--lab', oclId);
}

/** Where the lab can be read without naming it: in every query and every field, every public route, stream and tool. */
async function placesWithTheLab(proof: string | Record<string, never>): Promise<string[]> {
  const names = [word, lab.oclId, lab.oclId.slice(2), lab.shortname];
  const places: string[] = [];
  const look = (place: string, text: string) => {
    if (names.some((name) => text.toLowerCase().includes(name.toLowerCase()))) places.push(place);
  };
  const ofOther = queryArguments(other);
  const [all, few] = [
    { page: '0', perPage: '6' },
    { page: '0', perPage: '3' },
  ];
  const args: Record<string, Arguments[]> = {
    ...ofOther,
    labs: [all, { ...all, search: `"${word}"` }, { ...all, order: 'NAME' }, { ...all, order: 'NEWEST' }],
    activities: [all, { ...all, filter: 'ANNOUNCEMENT' }, { after: '"0"', perPage: '6' }],
    activityGroups: [few, { ...few, page: '1' }, { ...few, filter: 'FILE' }],
    onChainActivity: [{ oclId: `"${other.oclId}"` }],
    searchLabs: [word, `\\"${word}\\"`, lab.oclId, lab.wallet].map((prompt) => ({
      prompt: `"${prompt}"`,
      ...all,
    })),
    filesByContentHash: [{ contentHash: `"sha256:${sha256(word)}"` }],
  };
  for (const text of await askForEverything(service, await introspect(service), args, proof))
    look(/^\{"data":\{"(\w+)"/.exec(text)?.[1] ?? text, text);
  // A process that kept nothing.
  const peer = await service.startPeer();
  const { paths } = (await (await fetch(`${peer.url}/openapi.json`)).json()) as { paths: object };
  for (const path of Object.keys(paths).filter((name) => name.startsWith('/v1/') && !name.includes('{')))
    for (const query of ['', `?search=${word}`, '?after=0&perPage=100', '?filter=ANNOUNCEMENT']) {
      const response = await fetch(peer.url + path + query);
      if (response.ok) look(path, await response.text());
    }
  const agent = await new TestAgent().connect(peer);
  for (const { name, inputSchema } of (await agent.client.listTools()).tools) {
    const { properties = {}, required = [] } = inputSchema;
    const known = { prompt: word, query: word, wallet: lab.wallet.toLowerCase() };
    if (required.some((argument) => !(argument in known))) continue;
    const given = Object.entries(known).filter(([argument]) => argument in properties);
    const call = agent.client.callTool({ name, arguments: Object.fromEntries(given) });
    // A tool for wallets alone refuses.
    const result = await call.catch((error: unknown) => String(error));
    look(`tool ${name}`, JSON.stringify(result));
  }
  await agent.client.close();
  await peer.stop();
  return [...new Set(places)].toSorted();
}

/** What shows a lab without being told its name. A new list is here, or leaves out what is hidden. */
const lists = [
  '/v1/activity',
  '/v1/labs',
  'activities',
  'activityGroups',
  'filesByContentHash',
  'labs',
  'searchLabs',
  'showcase',
  'statistics',
  'tool orient',
  'tool search',
];

const seconds = 240_000;

test('a hidden lab is in no list, search, feed or count that does not name it, and a report in no answer', {
  timeout: seconds,
}, async () => {
  await fill();
  const before = await counts();
  expect(await placesWithTheLab({})).toEqual(lists);
  await resultOf(service, ReportDocument, {
    input: { kind: 'LAB', oclId: other.oclId, reason: 'OTHER', text: word },
  });
  const hide = ['hide', '--lab', lab.oclId, '--reason', word];
  expect(await runCommand(service, ...hide)).toMatchObject({ code: 0 });
  expect(await counts()).toEqual({ labs: 1, files: 1, entries: 1 });
  for (const proof of [{}, other.token]) expect(await placesWithTheLab(proof)).toEqual([]);
  expect(await runCommand(service, 'unhide', '--lab', lab.shortname)).toMatchObject({ code: 0 });
  expect(await counts()).toEqual(before);
});

async function counts() {
  const { labs, statistics, activities } = await ask(
    service,
    '{ labs { totalCount } statistics { labs files } activities(perPage: 1) { pageInfo { totalPages } } }',
  );
  expect(statistics.labs).toBe(labs.totalCount);
  return { labs: labs.totalCount, files: statistics.files, entries: activities.pageInfo.totalPages };
}
