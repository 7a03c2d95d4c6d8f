import { deepStrictEqual } from 'node:assert';
import { openLabChain } from '@labroom/client/chain/lab-chain.ts';
import { networks } from '@labroom/contracts/networks';
import { readRole } from '@labroom/service/chain/access-resolver.ts';
import { deployHostileHolder } from '@labroom/service/chain/bytecode.fixture.ts';
import { createChainClient } from '@labroom/service/chain/create-chain-client.ts';
import { openFaucet } from '@labroom/testing/actors.ts';
import type { Row } from './row.ts';

const LABS = 20;

/** Each sample has a new hostile lab, because the service does not ask again about one that it knows. */
export const hostileHolder: Row = {
  name: 'W17',
  title: 'roles in twenty labs while the holder of another lab burns gas',
  note: 'The slowest of the twenty answers, all asked at once on one node. The peer asks the same without the hostile lab.',
  async prepare(context) {
    const { rpcUrl } = await context.emptyStack();
    const owner = await openFaucet(rpcUrl).fundedWallet();
    const labs = openLabChain({ rpcUrl, account: owner, network: networks[31337] });
    const chain = createChainClient({ rpcUrl, chainId: 31337 });
    const holder = await deployHostileHolder(chain, owner);
    const twenty: string[] = [];
    for (let index = 0; index < LABS; index += 1) twenty.push((await labs.mintLab()).oclId);
    const roleIn = (oclId: string) => readRole(chain, { oclId, wallet: owner.address });

    async function slowestOfTwenty() {
      const begun = performance.now();
      const answers = await Promise.all(
        twenty.map(async (oclId) => ({ role: await roleIn(oclId), ms: performance.now() - begun })),
      );
      deepStrictEqual(new Set(answers.map(({ role }) => role)), new Set(['OWNER']));
      return { ms: Math.max(...answers.map(({ ms }) => ms)) };
    }
    async function besideHostile() {
      const hostile = await labs.mintLab();
      await labs.transferLab(hostile.tokenId, holder);
      const refusal = roleIn(hostile.oclId).then(
        () => Promise.reject(new Error('The hostile lab was answered')),
        (error: { reason?: string }) => deepStrictEqual(error.reason, 'CONTRACT_OUT_OF_GAS'),
      );
      const [sample] = await Promise.all([slowestOfTwenty(), refusal]);
      return sample;
    }
    return [
      {
        name: `${LABS} labs`,
        figures: { ms: { better: 'less', target: { beside: 'peer', atMost: 2 } } },
        sides: {
          ours: { what: 'readRole, beside the hostile lab', measure: besideHostile },
          peer: { what: 'readRole, without it', measure: slowestOfTwenty },
        },
        async compare() {
          await slowestOfTwenty();
          await besideHostile();
        },
      },
    ];
  },
};
