import {
  CreateAnnouncementDocument,
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '@labroom/client/documents';
import { createPayingClient, discoverGateway, PaymentBudget } from '@labroom/client/payment';
import { graphqlUrl, oclId, wallet } from './labroom.ts';

// The budget counts a journey as one payment.
const budget = new PaymentBudget({ perCall: 40_000n, perDay: 1_000_000n });
const service = await discoverGateway(new URL(graphqlUrl).origin);
const agent = createPayingClient({ ...service, wallet, budget });

// What is known of the calls. What is stated here binds them; the rest comes with the call.
const news = { oclId, headline: 'Plate 7', body: 'Results are in the data room.' };
const journey = await agent.journey([
  { document: InitiateCreateOrUpdateFileDocument, variables: { oclId } },
  { document: GenerateDataEncryptionKeyDocument },
  { document: FinishCreateOrUpdateFileDocument, variables: { oclId } },
  { document: CreateAnnouncementDocument, variables: news },
]);
console.log(`${journey.receipt.amount} paid, good until ${journey.expiresAt}`);

// Three calls of the journey, and one. Nothing more is paid.
await journey.upload({
  oclId,
  target: { path: 'results/plate-7.csv' },
  body: 'well,yield\nA1,83\n',
  access: 'ADMIN',
});
await journey.call(CreateAnnouncementDocument, news);
