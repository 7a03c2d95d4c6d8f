import { networks } from '@labroom/client';
import { CreateAnnouncementDocument } from '@labroom/client/documents';
import { PaymentBudget, payAndCall } from '@labroom/client/payment';
import { chainId, graphqlUrl, oclId, wallet } from './labroom.ts';

const { environment } = await (await fetch(new URL('/', graphqlUrl))).json();
const gatewayUrl = new URL(environment, graphqlUrl).href;

// At most one cent a call and a dollar a day, in the token's smallest unit.
const budget = new PaymentBudget({ perCall: 10_000n, perDay: 1_000_000n });
const payer = { gatewayUrl, network: networks[chainId], wallet, budget };
const news = { oclId, headline: 'Results', body: 'Yield 83 %' };
const { receipt } = await payAndCall(payer, CreateAnnouncementDocument, news);
console.log(`${receipt.mutation}: ${receipt.amount} paid, transaction ${receipt.transaction}`);
