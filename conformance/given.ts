import { randomBytes } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { networks } from '../contracts/networks.ts';
import { type Chain, connectChain } from './chain.ts';
import { addContent } from './content-file.ts';
import { CREATE_LAB } from './documents.ts';
import { done } from './expect.ts';
import { GatewayClient, openPurse, type Purse } from './gateway.ts';
import type { Insider } from './insider.ts';
import { Lab } from './lab.ts';
import { findSample, type Sample } from './sample.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';
import { signIn, type Visitor } from './sign-in.ts';

export type Environment = 'local' | 'staging' | 'production';

/** What a check may ask for. */
export interface Given {
  /** The endpoint and the consumer credential: always there. */
  service: Service;
  /** A fresh wallet that holds nothing, signed in; another one at every call. */
  newcomer: () => Promise<Visitor>;
  /** A lab in the hands of its owner. */
  lab: Lab;
  /** The same lab in other hands, with the roles granted on the chain. */
  team: { contributor: Lab; viewer: Lab; agent: Lab; stranger: Lab };
  /** A chain to mint on, as the owner. */
  chain: Chain;
  /** A newly minted and registered lab in the hands of its owner. */
  newLab: () => Promise<Lab>;
  /** A lab with something in it, to be read. */
  sample: Sample;
  /** The pay-per-call gateway. */
  gateway: GatewayClient;
  /** Money to pay it with. */
  purse: Purse;
  /** Publishes what curators say of a lab. */
  curate: (entry: { oclId: string } & Record<string, unknown>) => Promise<void>;
  /** Somebody who is signed in with the identity provider. */
  user: NonNullable<Settings['user']>;
  insider: Insider;
  /** That DIDs are linked where the service is, and not only queued. */
  didLinking: true;
  /** Requests a minute that a wallet may make, to be exceeded. */
  rateLimit: number;
}

export type Need = Exclude<keyof Given, 'service'>;

/** What is missing for a need, in words, or how it is met. */
type Provision<N extends Need> = string | (() => Promise<Given[N]>);

const DAY = 86_400;

/** The things that checks ask for: made at the first request and shared by all. */
export class Givens {
  readonly service: Service;
  readonly #provisions: { [N in Need]: Provision<N> };
  readonly #made = new Map<Need, Promise<unknown>>();
  readonly #prefix = `conformance-${randomBytes(4).toString('hex')}/`;
  readonly #settings: Settings;

  constructor(service: Service, settings: Settings) {
    this.service = service;
    this.#settings = settings;
    const {
      accounts,
      contracts,
      rpcUrl,
      lab,
      readOnly,
      rateLimit,
      didLinking,
      user,
      insider,
      contentFile,
      gatewayUrl,
    } = settings;
    const { owner } = accounts;
    const mayWrite = readOnly && 'to write (this run is read-only)';
    const mayOwn = mayWrite || (!owner && 'an owner (--owner-key or --local-json)');
    const mayMint = mayOwn || (!rpcUrl && 'a chain to mint on (--rpc or --local-json)');
    this.#provisions = {
      newcomer: mayWrite || (async () => () => signIn(service, privateKeyToAccount(generatePrivateKey()))),
      chain:
        mayMint || (async () => connectChain(rpcUrl as string, service.chainId, contracts, owner as never)),
      newLab: mayMint || (async () => () => this.#mintLab()),
      lab:
        mayOwn ||
        (!lab && !rpcUrl && 'a lab (--lab) or a chain to mint on (--rpc)') ||
        (() => this.#openLab()),
      team: mayMint || (() => this.#makeTeam()),
      sample: () => this.#findSample(),
      gateway: gatewayUrl ? async () => new GatewayClient(gatewayUrl) : 'the gateway (--gateway-url)',
      purse: mayMint || (async () => openPurse(await this.#make('chain'))),
      curate: contentFile
        ? async () => (entry) => addContent(contentFile, entry)
        : 'the content source (--content-file)',
      user: user ? async () => user : 'a user of the identity provider (--user-token, --user-wallet)',
      insider: insider ? async () => insider : 'somebody who runs the service (npm test)',
      didLinking: didLinking ? async () => true : 'DID linking to be on (--did-linking)',
      rateLimit: rateLimit ? async () => rateLimit : 'to know the limit (--rate-limit)',
    };
  }

  /** What is missing for these needs, or null. */
  missing(needs: readonly Need[]): string | null {
    const reasons = needs.map((need) => this.#provisions[need]).filter((made) => typeof made === 'string');
    return reasons.length > 0 ? `needs ${[...new Set(reasons)].join(', ')}` : null;
  }

  /** The things themselves. */
  async give(needs: readonly Need[]): Promise<Given> {
    const entries = needs.map(async (need) => [need, await this.#make(need)] as const);
    return { service: this.service, ...Object.fromEntries(await Promise.all(entries)) } as Given;
  }

  /** Removes the files that this run left in a lab. Its entries in the feed stay. */
  async clean(): Promise<void> {
    if (!this.#made.has('lab')) return;
    const lab = await this.#make('lab').catch(() => null);
    const { prefix } = lab?.identity ?? {};
    if (!lab || !prefix) return;
    const query =
      'query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { files { path } } } }';
    const { labWithDataRoomAndFiles: found } = await this.service.ask(query, { oclId: lab.oclId });
    for (const { path } of found.dataRoom.files) if (path.startsWith(prefix)) await lab.deleteFile(path);
  }

  #make<N extends Need>(need: N): Promise<Given[N]> {
    const known = this.#made.get(need);
    if (known) return known as Promise<Given[N]>;
    const provision: Provision<N> = this.#provisions[need];
    if (typeof provision === 'string') throw new Error(`Not given: ${provision}`);
    const made = provision();
    this.#made.set(need, made);
    return made;
  }

  #signInAs = async (name: keyof Settings['accounts']): Promise<Visitor> =>
    signIn(this.service, this.#settings.accounts[name] ?? privateKeyToAccount(generatePrivateKey()));

  #labOf(oclId: `0x${string}`, visitor: Visitor): Lab {
    const { accessResolver } = this.#settings.contracts;
    const { name: chainName } = networks[this.service.chainId as keyof typeof networks];
    return new Lab(this.service, { oclId, prefix: this.#prefix, chainName, accessResolver }, visitor);
  }

  async #mintLab(): Promise<Lab> {
    const chain = await this.#make('chain');
    const { oclId } = await chain.mint();
    const lab = this.#labOf(oclId, await this.#owner());
    done(await lab.mutate(CREATE_LAB, { input: { oclId } }));
    return lab;
  }

  #signedIn: Promise<Visitor> | undefined;
  #owner(): Promise<Visitor> {
    this.#signedIn ??= this.#signInAs('owner');
    return this.#signedIn;
  }

  async #openLab(): Promise<Lab> {
    const { lab } = this.#settings;
    return lab ? this.#labOf(lab, await this.#owner()) : this.#mintLab();
  }

  async #makeTeam(): Promise<Given['team']> {
    const [chain, lab] = await Promise.all([this.#make('chain'), this.#make('lab')]);
    const names = ['contributor', 'viewer', 'agent', 'stranger'] as const;
    const [contributor, viewer, agent, stranger] = await Promise.all(
      names.map(async (name) => lab.as(await this.#signInAs(name))),
    );
    if (!contributor || !viewer || !agent || !stranger) throw new Error('Somebody is missing');
    const { oclId } = lab;
    const expiry = BigInt(Math.floor(Date.now() / 1000) + DAY);
    const grant = { oclId, role: 'CONTRIBUTOR' } as const;
    await chain.grant({ ...grant, to: contributor.visitor.wallet.address });
    await chain.grant({ ...grant, to: agent.visitor.wallet.address, isAgent: true, expiry });
    await chain.grant({ oclId, role: 'VIEWER', to: viewer.visitor.wallet.address });
    return { contributor, viewer, agent, stranger };
  }

  /** Of the lab of this run, where it may write; else of whatever lab the service shows. */
  async #findSample(): Promise<Sample> {
    const mayWrite = this.missing(['lab']) === null;
    return findSample(this.service, mayWrite ? await this.#make('lab') : this.#settings.lab);
  }
}
