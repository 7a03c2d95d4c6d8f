import { DeclineAccessRequestDocument, RequestAccessDocument } from '@labroom/client/documents';
import { settleRequests } from '@labroom/service/operations/access-requests/settle-requests.ts';
import { accessRequests } from '@labroom/service/platform/db/tables/access-requests.ts';
import { and, eq } from 'drizzle-orm';
import { newWallet } from '../actors.ts';
import { indexChain } from '../index-chain.ts';
import { newRequest, signedAccessRequest, signedDecline } from '../test-access-request.ts';
import { grantRole } from '../test-lab.ts';
import type { TestService } from '../test-service.ts';
import { job, mutate, type WriteCase } from './write-case.ts';

const siteOf = ({ context }: TestService) => new URL(context.config.http.webUrl).host;

const inState = (
  { context }: TestService,
  wallet: string,
  state: 'OPEN' | 'DECLINED' | 'GRANTED',
): Promise<number> =>
  context.db.$count(
    accessRequests,
    and(eq(accessRequests.wallet, wallet.toLowerCase()), eq(accessRequests.state, state)),
  );

export const accessCases: WriteCase[] = [
  {
    name: 'ask for access',
    async prepare({ home, lab }) {
      const asker = newWallet();
      const args = await signedAccessRequest(asker, { oclId: lab.oclId }, { site: siteOf(home) });
      return {
        ask: (endpoint) => mutate(endpoint, RequestAccessDocument, args),
        done: ['REQUEST_OPEN'],
        effects: () => inState(home, asker.address, 'OPEN'),
      };
    },
  },
  {
    name: 'decline a request',
    async prepare({ home, lab }) {
      const asker = newWallet();
      const request = await newRequest(home, lab.oclId, asker);
      const args = await signedDecline(lab.owner, request, 'Not now.', { site: siteOf(home) });
      return {
        ask: (endpoint) => mutate(endpoint, DeclineAccessRequestDocument, args),
        done: ['REQUEST_CLOSED'],
        effects: () => inState(home, asker.address, 'DECLINED'),
      };
    },
  },
  {
    name: 'the worker finds the grant of a request',
    async prepare({ home, faulty, lab }) {
      const asker = newWallet();
      await newRequest(home, lab.oclId, asker);
      await grantRole(lab.owner, { oclId: lab.oclId, to: asker.address, role: 'VIEWER' });
      await indexChain(home.context);
      return {
        ask: () => job(() => settleRequests(faulty.context)),
        effects: () => inState(home, asker.address, 'GRANTED'),
      };
    },
  },
];
