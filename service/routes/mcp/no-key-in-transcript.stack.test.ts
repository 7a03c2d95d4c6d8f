import { openTestService } from '@labroom/testing/test-service.ts';
import { afterAll, expect, test } from 'vitest';
import { openEveryCall } from './every-call.fixture.ts';

const service = await openTestService();
const { agent, owner, lab, recipient, free, paid, plaintextDEK } = await openEveryCall(service);
afterAll(() => agent[Symbol.asyncDispose]());

/** A key in every form in which it could be written. */
function formsOf(base64: string): string[] {
  const bytes = Buffer.from(base64, 'base64');
  const [hex, url] = [bytes.toString('hex'), bytes.toString('base64url')];
  return [base64, url, hex, hex.toUpperCase(), JSON.stringify([...bytes])];
}

test('no key is in what a model sees of all tools, resources and prompts', async () => {
  const { client, transcript } = agent;
  const { tools } = await client.listTools();
  const keys = [plaintextDEK];
  const called = new Set<string>();
  for (const [tool, args] of free) {
    if (tool === 'paid_calls') continue;
    await agent.call(tool, args);
    called.add(tool);
  }
  for (const [tool, args] of paid) {
    // The price, and the answer.
    await agent.call(tool, args);
    const { said } = await agent.buy(owner, tool, args);
    if (typeof said.sealedDEK === 'string') keys.push(await recipient.open(said.sealedDEK));
    called.add(tool);
  }
  expect([...called, 'paid_calls'].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());

  for (const { uri } of (await client.listResources()).resources) await client.readResource({ uri });
  await client.listResourceTemplates();
  const room = `labroom://labs/${lab.oclId}`;
  await client.readResource({ uri: room });
  await client.readResource({ uri: `${room}/files/open.csv` });
  await expect(client.readResource({ uri: `${room}/files/secret.txt` })).rejects.toThrow(/encrypted/);
  for (const { name, arguments: args = [] } of (await client.listPrompts()).prompts)
    await client.getPrompt({ name, arguments: Object.fromEntries(args.map(({ name: arg }) => [arg, 'x'])) });

  // The key of the file, and one of each tool that releases keys. The tool gives the key of the file too.
  expect(new Set(keys).size).toBe(2);
  expect(keys).toHaveLength(3);
  const all = transcript.join('\n');
  expect(all).toContain('sealedDEK');
  expect(all).not.toMatch(/plaintextDEK\\?"\s*:\s*\\?"/);
  const { d: privateKey = '' } = recipient.privateKey;
  for (const key of [...keys, Buffer.from(privateKey, 'base64url').toString('base64')])
    for (const form of formsOf(key)) expect(all.includes(form)).toBe(false);
});

test('without a key of the recipient nothing is sold, and the answer names labroom mcp', async () => {
  const file = { oclId: lab.oclId, filePath: 'secret.txt' };
  for (const [tool, args] of [
    ['generate_data_encryption_key', {}],
    ['decrypt_data_key', file],
  ] as const) {
    const { isError, said } = await agent.call(tool, args);
    expect([tool, isError, said]).toEqual([
      tool,
      true,
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        argument: 'recipientKey',
        message: expect.stringContaining('labroom mcp'),
      }),
    ]);
    expect(said).not.toHaveProperty('accepts');
  }
});

test('a private key in place of the public one is refused, and not repeated', async () => {
  const { privateKey } = recipient;
  const refused = await agent.client
    .callTool({
      name: 'decrypt_data_key',
      arguments: { oclId: lab.oclId, filePath: 'secret.txt', recipientKey: privateKey },
    })
    .catch((error: Error) => ({ isError: true, content: error.message }));
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused)).not.toContain(privateKey.d);
});
