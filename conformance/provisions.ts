import { openLabChain } from '@labroom/client/chain/lab-chain.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { addContent } from './content-file.ts';
import type { Fixture, Need } from './fixture.ts';
import { GatewayClient, openPaymentClient } from './gateway.ts';
import { LabMaker } from './lab-maker.ts';
import { findSample } from './sample.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';
import { signIn } from './sign-in.ts';

/** How a need is met, or in words what is missing for it. */
export type Provision<N extends Need> = string | (() => Promise<Fixture[N]>);
export type Provisions = { [N in Need]: Provision<N> };

/** Gives what another need is met with. */
type Take = <N extends Need>(need: N) => Promise<Fixture[N]>;

export function provisionsOf(service: Service, settings: Settings, take: Take): Provisions {
  const { lab, readOnly, contentFile, gatewayUrl, user, operator, didLinking, rateLimit } = settings;
  const toWrite = 'to write (this run is read-only)';
  const owners = readOnly ? nothing(toWrite) : ownersOf(service, settings, take);
  const newcomer = () => signIn(service, privateKeyToAccount(generatePrivateKey()));
  return {
    ...owners,
    newcomer: readOnly ? toWrite : async () => newcomer,
    sample: () => findSample(service, typeof owners.lab === 'string' ? lab : () => take('lab')),
    gateway: gatewayUrl ? async () => new GatewayClient(gatewayUrl) : 'the gateway (--gateway-url)',
    curate: contentFile
      ? async () => (entry) => addContent(contentFile, entry)
      : 'the content source (--content-file)',
    user: user ? async () => user : 'a user of the identity provider (--user-token, --user-wallet)',
    operator: operator ? async () => operator : 'somebody who runs the service (npm test)',
    didLinking: didLinking ? async () => true : 'DID linking to be on (--did-linking)',
    rateLimit: rateLimit ? async () => rateLimit : 'to know the limit (--rate-limit)',
  };
}

type OwnersNeed = 'lab' | 'newLab' | 'team' | 'chain' | 'payments';
type OwnersProvisions = Pick<Provisions, OwnersNeed>;

function nothing(reason: string): OwnersProvisions {
  return { lab: reason, newLab: reason, team: reason, chain: reason, payments: reason };
}

/** What it takes an owner for, and more of it where that owner can mint. */
function ownersOf(service: Service, settings: Settings, take: Take): OwnersProvisions {
  const { lab, rpcUrl, contracts } = settings;
  const { owner } = settings.accounts;
  if (!owner) return nothing('an owner (--owner-key or --local-json)');
  const maker = new LabMaker(service, settings, owner);
  if (!rpcUrl) {
    const provisions = nothing('a chain to mint on (--rpc or --local-json)');
    return lab ? { ...provisions, lab: () => maker.open(lab) } : provisions;
  }
  const newLab = async () => maker.make(await take('chain'));
  return {
    chain: async () =>
      openLabChain({ rpcUrl, network: { chainId: service.chainId, contracts }, account: owner }),
    newLab: async () => newLab,
    lab: () => (lab ? maker.open(lab) : newLab()),
    team: async () => maker.gather(await take('chain'), await take('lab')),
    payments: async () => openPaymentClient(await take('chain')),
  };
}
