import {
  createLabroomClient,
  type LabroomClient,
  type LabroomClientOptions,
} from '@labroom/client/client.ts';
import { hostileBytes } from '@labroom/testing/hostile-bytes.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine, treeOf } from './cli.fixture.ts';

let service: TestService;
let owner: Machine;
let other: Machine;
let lab: RegisteredLab;
let client: LabroomClient;
beforeAll(async () => {
  service = await startTestService();
  owner = await fundedMachine();
  lab = await registeredLab(service, owner.account);
  other = await createMachine({ privateKey: owner.privateKey });
  const options: LabroomClientOptions = {
    graphqlUrl: `${service.url}/graphql`,
    chainId: 31337,
    credential: service.credential,
  };
  client = await createLabroomClient(options).signIn(lab.owner);
  for (const machine of [owner, other]) {
    await machine.login(service.url);
    await machine.json('init', lab.shortname);
  }
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await owner[Symbol.asyncDispose]();
  await service.stop();
});

type WayIn = (folder: string) => Promise<void>;

const eachByClient =
  (access: 'TEAM' | 'PUBLIC'): WayIn =>
  async (folder) => {
    for (const [name, body] of Object.entries(hostileBytes))
      await client.upload({
        oclId: lab.oclId,
        target: { path: `${folder}/${name}` },
        body: new Blob([body]),
        access,
      });
  };
const byCommandLine =
  (access: string): WayIn =>
  async (folder) => {
    for (const [name, body] of Object.entries(hostileBytes))
      await owner.write(`${folder}/${name}`, Buffer.from(body));
    expect(await owner.json('up', folder, '--access', access, '--yes')).toMatchObject({ code: 0 });
  };

/** A program without the client does what the recipe of MCP and the page for developers tell. */
const byRequests: WayIn = async (folder) => {
  for (const [name, body] of Object.entries(hostileBytes)) {
    const stored = await uploadFile(service, lab, body, { path: `${folder}/${name}` });
    expect(stored.error, name).toBeNull();
  }
};

/** Public ones first: the command line publishes no content that the lab has as a secret. */
const waysIn: readonly [name: string, wayIn: WayIn][] = [
  ['the client, public', eachByClient('PUBLIC')],
  ['the command line, public', byCommandLine('public')],
  ['requests as MCP and the API tell', byRequests],
  ['the client, encrypted', eachByClient('TEAM')],
  ['the command line, encrypted', byCommandLine('team')],
];

describe.each(waysIn)('through %s', (name, wayIn) => {
  const folder = name.replace(/\W+/g, '-');
  const expected = Object.entries(hostileBytes).map(
    ([file, body]) => [`${folder}/${file}`, Buffer.from(body)] as const,
  );

  test('every content comes back byte for byte, by each way out', async () => {
    await wayIn(folder);
    for (const [path, content] of expected) {
      const { body, file } = await client.download({ oclId: lab.oclId, path });
      expect(Buffer.from(await body.arrayBuffer()), path).toEqual(content);
      if (file.encryption) continue;
      const stored = await fetch(file.downloadUrl);
      expect(Buffer.from(await stored.arrayBuffer()), path).toEqual(content);
    }
    await other.json('down', folder, '--yes');
    const tree = await treeOf(other.folder);
    for (const [path, content] of expected) expect(tree[path], path).toBe(content.toString('hex'));
  });
});
