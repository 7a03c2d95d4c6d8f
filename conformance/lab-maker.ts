import { randomBytes } from 'node:crypto';
import type { LabChain } from '@labroom/client/chain/lab-chain.ts';
import { CreateLabDocument } from '@labroom/client/documents';
import { networks } from '@labroom/contracts/networks';
import type { Hex, PrivateKeyAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { done } from './expect.ts';
import type { Fixture } from './fixture.ts';
import { Lab } from './lab.ts';
import type { Service } from './service.ts';
import type { AccountName, Settings } from './settings.ts';
import { signIn, type Visitor } from './sign-in.ts';

const DAY = 86_400;

export class LabMaker {
  readonly #service: Service;
  readonly #settings: Settings;
  readonly #prefix = `conformance-${randomBytes(4).toString('hex')}/`;
  readonly #owner: PrivateKeyAccount;
  #signedIn: Promise<Visitor> | undefined;

  constructor(service: Service, settings: Settings, owner: PrivateKeyAccount) {
    this.#service = service;
    this.#settings = settings;
    this.#owner = owner;
  }

  async open(oclId: Hex): Promise<Lab> {
    this.#signedIn ??= signIn(this.#service, this.#owner);
    const network = Object.values(networks).find(({ chainId }) => chainId === this.#service.chainId);
    if (!network) throw new Error(`The chain ${this.#service.chainId} has no name`);
    const { accessResolver } = this.#settings.contracts;
    const identity = { oclId, prefix: this.#prefix, chainName: network.name, accessResolver };
    return new Lab(this.#service, identity, await this.#signedIn);
  }

  async make(chain: LabChain): Promise<Lab> {
    const { oclId } = await chain.mintLab();
    const lab = await this.open(oclId);
    done(await lab.mutate(CreateLabDocument, { oclId }));
    return lab;
  }

  /** Grants the roles, and gives the lab in the hands of each. */
  async gather(chain: LabChain, lab: Lab): Promise<Fixture['team']> {
    const { oclId } = lab;
    const [contributor, viewer, agent, outsider] = await Promise.all([
      this.#as(lab, 'contributor'),
      this.#as(lab, 'viewer'),
      this.#as(lab, 'agent'),
      this.#as(lab, 'outsider'),
    ]);
    const expiry = BigInt(Math.floor(Date.now() / 1000) + DAY);
    await chain.grantRole({ oclId, role: 'CONTRIBUTOR', to: contributor.visitor.wallet.address });
    await chain.grantRole({
      oclId,
      role: 'CONTRIBUTOR',
      to: agent.visitor.wallet.address,
      isAgent: true,
      expiry,
    });
    await chain.grantRole({ oclId, role: 'VIEWER', to: viewer.visitor.wallet.address });
    return { contributor, viewer, agent, outsider };
  }

  async #as(lab: Lab, name: AccountName): Promise<Lab> {
    const wallet = this.#settings.accounts[name] ?? privateKeyToAccount(generatePrivateKey());
    return lab.as(await signIn(this.#service, wallet));
  }
}
