import { graphqlUrl, oclId, wallet } from './labroom.ts';

// The origin names every paid call, its price and its schema.
const { gateway, mcp } = await (await fetch(new URL('/', graphqlUrl))).json();
for (const { mutation, price, schema } of gateway.calls) console.log(mutation, price, schema);

// Would this call run now for this wallet? Writes nothing, and costs nothing.
const { url } = gateway.calls.find((call: { mutation: string }) => call.mutation === 'createAnnouncement');
const query =
  'mutation ($lab: String!) { createAnnouncement(oclId: $lab, headline: "Results", body: "Yield 83 %") { error { code } } }';
const headers = { 'content-type': 'application/json' };
const asked = JSON.stringify({ query, variables: { lab: oclId }, payerAddress: wallet.address });
const { runs, message, changeableBy } = await (
  await fetch(`${url}/foresee`, { method: 'POST', headers, body: asked })
).json();
console.log(runs ? 'It would run.' : `It would not run: ${message}`, changeableBy);

// The same questions as tools of MCP, without a session: who could open a file, and why not.
const file = { oclId, path: 'notes/yield.md', wallet: wallet.address };
const explained = await fetch(mcp.url, {
  method: 'POST',
  headers: {
    ...headers,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'explain_access', arguments: file },
  }),
});
console.log(await explained.text());
