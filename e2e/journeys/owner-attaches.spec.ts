import { randomUUID } from 'node:crypto';
import { returning } from '@labroom/service/chain/bytecode.fixture.ts';
import { localChain } from '@labroom/testing/actors.ts';
import { deployToken } from '@labroom/testing/test-token.ts';
import { expect } from '@playwright/test';
import { type Hex, numberToHex } from 'viem';
import { expectAccessible } from '../browser/accessible.ts';
import { write } from '../browser/pointer-actions.ts';
import { SiteHeader } from '../pages/site-header.ts';
import { TokenPage } from '../pages/token-page.ts';
import { makeLab } from '../stack/labs.ts';
import { journey } from './journey.ts';

journey(
  'an existing token is attached once its decimals are checked',
  { tag: '@release' },
  async ({ newPerson, stack, scene }) => {
    const { page, account } = await newPerson();
    const lab = await makeLab(stack, account, `Cold Chain ${randomUUID().slice(0, 8)}`);
    const { send } = localChain(stack.rpcUrl, account);
    const deploy = async (answer: Hex) => {
      const { contractAddress } = await send({ data: returning(returning(answer)) });
      return contractAddress ?? '0x';
    };
    const tooFine = await deploy(numberToHex(19, { size: 32 }));
    const token = new TokenPage(page);

    await scene('What is no token is refused', page, async () => {
      await token.open(lab.shortname);
      await new SiteHeader(page).connect();
      await token.chooseAttach();
      await write(token.tokenField, account.address);
      await expect(token.alert).toContainText('No contract exists at this address');
      await write(token.tokenField, tooFine);
      await expect(token.alert).toContainText('has 19 decimals');
    });

    await scene('What is one is shown before anything is made', page, async () => {
      await write(token.tokenField, await deployToken(localChain(stack.rpcUrl, account)));
      await expect(page.getByText('has 6 decimals')).toBeVisible();
      await expectAccessible(page);
      await expect(page.getByLabel('Symbol in the agreement')).toHaveValue('USDC');
    });

    await scene('Its agreement states its symbol', page, async () => {
      const symbol = page.getByLabel('Symbol in the agreement');
      await write(symbol, 'GOODNAME');
      await token.makeAgreement();
      await expect(page.getByText('The symbol of the token is USDC.')).toBeVisible();
      await write(symbol, 'USDC');
    });

    await scene('What is signed', page, async () => {
      await token.makeAgreement();
      await token.sign();
      await token.isAt('Make the token');
    });

    await scene(
      'The token is the lab’s, and cannot change the supply of an attached token',
      page,
      async () => {
        await token.confirmAndSend('Attach the token');
        await expect(token.facts).toContainText('Attached');
        await expect(token.facts).toContainText('The token’s contract names no owner,');
        await expect(token.facts).toContainText('cannot change the supply of an attached token');
        await expect(token.button('Issue more')).toHaveCount(0);
      },
    );
  },
);
