import type { LabChain } from '@labroom/client/chain/lab-chain.ts';
import type { PrivateKeyAccount } from 'viem';
import type { GatewayClient, PaymentClient } from './gateway.ts';
import type { Lab } from './lab.ts';
import type { OperatorFixture } from './operator-fixture.ts';
import type { Sample } from './sample.ts';
import type { Service } from './service.ts';
import type { ProviderUser } from './settings.ts';
import type { Visitor } from './sign-in.ts';

export interface Fixture {
  service: Service;
  /** A fresh wallet that holds nothing, signed in; another one at every call. */
  newcomer: () => Promise<Visitor>;
  lab: Lab;
  team: { contributor: Lab; viewer: Lab; agent: Lab; outsider: Lab };
  /** A chain to mint on, as the owner. */
  chain: LabChain<PrivateKeyAccount>;
  newLab: () => Promise<Lab>;
  /** A lab with something in it, to be read. */
  sample: Sample;
  gateway: GatewayClient;
  payments: PaymentClient;
  /** Publishes what curators say of a lab. */
  curate: (entry: { oclId: string } & Record<string, unknown>) => Promise<void>;
  /** Somebody who is signed in with the identity provider. */
  user: ProviderUser;
  operator: OperatorFixture;
  /** That DIDs are linked where the service is, and not only queued. */
  didLinking: true;
  /** Requests a minute that a wallet may make, to be exceeded. */
  rateLimit: number;
}

export type Need = Exclude<keyof Fixture, 'service'>;
