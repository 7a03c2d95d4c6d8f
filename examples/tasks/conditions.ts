import { conditionsForHolders, conditionsForTeam, networks } from '@labroom/client';
import { chainId, labroom, oclId, wallet } from './labroom.ts';

const owner = await labroom.signIn(wallet);
const network = networks[chainId];

// The team without its viewers.
const contributors = JSON.stringify(conditionsForTeam(oclId, network, 'contributor'));
await owner.upload({
  oclId,
  target: { path: 'draft.md' },
  body: 'Draft',
  access: { conditions: contributors },
});

// The team, and every wallet with at least 5 of a token. `minimum` is in its smallest unit. The token of the lab
// itself is `access: { holdersOf: token, minimum }`.
const token = { address: network.contracts.usdc };
const holders = JSON.stringify(conditionsForHolders(oclId, network, token, 5_000_000n));
await owner.upload({ oclId, target: { path: 'members.md' }, body: 'Hello', access: { conditions: holders } });

// The service asks the chain now, and releases the key or says which condition failed.
const { body } = await owner.download({ oclId, path: 'members.md' });
console.log(await body.text());
