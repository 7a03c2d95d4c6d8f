import {
  createLabroomClient,
  type LabroomClient,
  type LabroomClientOptions,
} from '@labroom/client/client.ts';
import {
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '@labroom/client/documents';
import { createPayingClient, discoverGateway, PaymentBudget } from '@labroom/client/payment';
import { hostileBytes } from '@labroom/testing/hostile-bytes.ts';
import { fillUp } from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine, treeOf } from './cli.fixture.ts';
import { Agent } from './mcp.fixture.ts';

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
const writeAll: WayIn = async (folder) => {
  for (const [name, body] of Object.entries(hostileBytes))
    await owner.write(`${folder}/${name}`, Buffer.from(body));
};
const byCommandLine =
  (access: string): WayIn =>
  async (folder) => {
    await writeAll(folder);
    expect(await owner.json('up', folder, '--access', access, '--yes')).toMatchObject({ code: 0 });
  };

/** An agent whose tools are those of `labroom mcp`. */
const byTool =
  (access: string): WayIn =>
  async (folder) => {
    await writeAll(folder);
    const agent = new Agent(owner);
    await agent.initialize();
    const { structuredContent } = await agent.call('up', { args: [folder], access });
    expect(structuredContent).toMatchObject({ exit: 'done', failed: [] });
    expect(structuredContent.uploaded).toHaveLength(Object.keys(hostileBytes).length);
    expect(await agent.end()).toBe(0);
  };

/** A program that pays for its uploads, one payment a file. */
const byPayment =
  (access: 'TEAM' | 'PUBLIC'): WayIn =>
  async (folder) => {
    const { oclId } = lab;
    const documents = [
      InitiateCreateOrUpdateFileDocument,
      ...(access === 'TEAM' ? [GenerateDataEncryptionKeyDocument] : []),
      FinishCreateOrUpdateFileDocument,
    ];
    const price = PRICE * BigInt(documents.length * Object.keys(hostileBytes).length);
    await fillUp(lab.owner, price);
    const budget = new PaymentBudget({ perCall: price, perDay: price });
    const agent = createPayingClient({ ...(await discoverGateway(service.url)), wallet: lab.owner, budget });
    for (const [name, content] of Object.entries(hostileBytes)) {
      // The later calls cannot be foreseen: their arguments come from the answers to the earlier ones.
      const journey = await agent.journey(documents.map((document) => ({ document, anyway: true })));
      const path = `${folder}/${name}`;
      await journey.upload({ oclId, target: { path }, body: new Blob([content]), access });
    }
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
  ['a tool of labroom mcp, public', byTool('public')],
  ['a payment, public', byPayment('PUBLIC')],
  ['the client, encrypted', eachByClient('TEAM')],
  ['the command line, encrypted', byCommandLine('team')],
  ['a tool of labroom mcp, encrypted', byTool('team')],
  ['a payment, encrypted', byPayment('TEAM')],
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
