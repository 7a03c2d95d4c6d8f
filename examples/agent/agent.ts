import { DatabaseSync } from 'node:sqlite';
import { openLabChain } from '@labroom/client/chain';
import { CreateLabDocument } from '@labroom/client/documents';
import {
  createPayingClient,
  discoverGateway,
  PaymentBudget,
  receiptsInDatabase,
} from '@labroom/client/payment';
import { privateKeyToAccount } from 'viem/accounts';

const [origin = 'http://127.0.0.1:4000', receiptFile = 'agent-receipts.db'] = process.argv.slice(2);
const wallet = privateKeyToAccount(process.env.PRIVATE_KEY as `0x${string}`);

// At most one cent a call, five a day and five in total, also over restarts.
const limits = { perCall: 10_000n, perDay: 50_000n, total: 50_000n };
const budget = new PaymentBudget(limits, receiptsInDatabase(new DatabaseSync(receiptFile)));
const service = await discoverGateway(origin);
const agent = createPayingClient({ ...service, wallet, budget });

// A lab is minted on the chain, for gas and the mint fee.
const rpcUrl = service.rpcUrl ?? process.env.RPC_URL;
if (!rpcUrl) throw new Error('Name a node of the chain in RPC_URL');
const { oclId } = await openLabChain({ ...service, rpcUrl, account: wallet }).mintLab();
await agent.call(CreateLabDocument, { oclId });

// Encrypts here: the service never receives the plaintext.
const path = 'results/yield.txt';
await agent.upload({ oclId, target: { path }, body: 'Yield 83 %, replicated twice.', access: 'ADMIN' });
const opened = await agent.download({ oclId, path });
console.log(`${oclId} ${path}: ${await opened.text()}`);
