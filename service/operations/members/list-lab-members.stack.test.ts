import { indexChain } from '@labroom/testing/index-chain.ts';
import { startRelay } from '@labroom/testing/relay.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { afterAll, describe, expect, test } from 'vitest';

const LIST =
  'query($oclId: String!) { listLabMembers(oclId: $oclId) { message members { walletAddress role source } } }';

describe('listLabMembers', async () => {
  const node = await startRelay(requireStack('rpcUrl'));
  const service = await openTestService({ rpcUrl: node.url });
  const lab = await registeredLab(service);
  afterAll(() => node.close());

  test('lists the owner right after createLab, and without the node once the lab is indexed', async () => {
    const members = async () =>
      (await ask(service, LIST, { oclId: lab.oclId.toUpperCase().replace('0X', '0x') })).listLabMembers;
    const owner = { walletAddress: lab.wallet.toLowerCase(), role: 'OWNER' };
    expect((await members()).members).toEqual([{ ...owner, source: 'ACCESS_CONTRACT' }]);
    node.cut();
    expect((await members()).members).toEqual([]);
    node.mend();
    await indexChain(service.context);
    node.cut();
    expect(await members()).toEqual({
      message: '1 active member.',
      members: [{ ...owner, source: 'ONCHAIN_EVENT' }],
    });
    node.mend();
  });
});
