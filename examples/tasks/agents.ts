import { DatabaseSync } from 'node:sqlite';
import { openLabChain } from '@labroom/client/chain';
import { CreateLabDocument } from '@labroom/client/documents';
import {
  createPayingClient,
  discoverGateway,
  PaymentBudget,
  receiptsInDatabase,
} from '@labroom/client/payment';
import { graphqlUrl, rpcUrl, wallet } from './labroom.ts';

// The origin says the rest. At most one cent a call and six cents a day, also over restarts.
const service = await discoverGateway(new URL(graphqlUrl).origin);
const receipts = receiptsInDatabase(new DatabaseSync('receipts.db'));
const budget = new PaymentBudget({ perCall: 10_000n, perDay: 60_000n }, receipts);
const agent = createPayingClient({ ...service, wallet, budget });

// A lab, minted with a transaction of the wallet.
const { oclId } = await openLabChain({ ...service, rpcUrl, account: wallet }).mintLab();
await agent.call(CreateLabDocument, { oclId });

// Encrypted here: the service never gets the plaintext. Only the lab's team can open it.
const path = 'results/yield.md';
await agent.upload({ oclId, target: { path }, body: 'Yield 83 %', access: 'ADMIN' });

// The key again, if the conditions hold now; the bytes are decrypted and verified here.
const opened = await agent.download({ oclId, path });
console.log(await opened.text());
