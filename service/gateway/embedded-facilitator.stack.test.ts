import { EmbeddedFacilitator } from '@labroom/payments/facilitators/embedded-facilitator.ts';
import { deploySafeFactory, futureSafe, signAsSafe } from '@labroom/testing/safe.ts';
import { paymentOf, signedPayment, transferHash, transferMessage } from '@labroom/testing/sign-payment.ts';
import { chainAt, facilitatorAt } from '@labroom/testing/test-facilitator.ts';
import {
  mintStablecoins,
  PRICE,
  randomAddress,
  stablecoinsOf,
  testRequirements,
} from '@labroom/testing/test-payment.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { PERMIT2_ADDRESS, x402ExactPermit2ProxyAddress } from '@x402/evm';
import { type Hex, serializeErc6492Signature } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { facilitatorSuite } from './facilitator.suite.ts';

facilitatorSuite('the embedded facilitator', async () => {
  const account = await fundedWallet();
  return {
    facilitator: facilitatorAt(account),
    another: () => facilitatorAt(account),
    sender: account.address,
  };
});

const chain = chainAt();
/** Pays the gas. */
let account: TestWallet;
let payer: TestWallet;
let facilitator: EmbeddedFacilitator;
beforeAll(async () => {
  account = await fundedWallet();
  payer = await fundedWallet();
  await mintStablecoins(payer, payer.address, 100n * PRICE);
  facilitator = facilitatorAt(account);
});

const tokens = (requirements: { payTo: string }) => stablecoinsOf(requirements.payTo);

test('two processes with one key, which is also used elsewhere, settle every payment', async () => {
  const requirements = testRequirements();
  const twins = [facilitatorAt(account), facilitatorAt(account)];
  const payments = await Promise.all(Array.from({ length: 16 }, () => signedPayment(payer, requirements)));
  const send = () => chainOf(account).send({ to: randomAddress() });
  await twins[0]?.settle(await signedPayment(payer, requirements), requirements);
  await send();
  const outcomes = await Promise.all(
    payments.map((payment, at) => twins[at % 2]?.settle(payment, requirements)),
  );
  expect(outcomes.map((outcome) => outcome?.kind)).toEqual(Array(16).fill('settled'));
  expect(await tokens(requirements)).toBe(17n * PRICE);
});

test('rejects Permit2, whose contracts the local chain does not have', async () => {
  const requirements = testRequirements();
  const payload = {
    signature: await payer.signMessage({ message: '' }),
    permit2Authorization: permit(requirements),
  };
  const payment = { x402Version: 2, accepted: requirements, payload };
  const reason = 'permit2_proxy_not_deployed';
  expect(await facilitator.verify(payment, requirements)).toEqual({ kind: 'invalid', reason });
  expect(await facilitator.settle(payment, requirements)).toEqual({
    kind: 'failed',
    reason,
    transaction: null,
  });
  expect(await chain.node.getCode({ address: PERMIT2_ADDRESS })).toBeUndefined();
});

const permit = ({ asset, payTo }: { asset: string; payTo: string }) => ({
  from: payer.address,
  spender: x402ExactPermit2ProxyAddress,
  permitted: { token: asset, amount: `${PRICE}` },
  nonce: '1',
  deadline: `${Math.floor(Date.now() / 1_000) + 300}`,
  witness: { to: payTo, validAfter: '0' },
});

test('an account that is not deployed yet can pay if its factory is allowed', async () => {
  const requirements = testRequirements();
  const owner = await fundedWallet();
  const parts = await deploySafeFactory(chainOf(owner));
  const safe = await futureSafe(chainOf(owner), parts, [owner.address]);
  await mintStablecoins(owner, safe.address, PRICE);
  const message = transferMessage(safe.address, requirements);
  const inner = await signAsSafe(owner, safe.address, transferHash(message, requirements));
  const wrapped = (signature: Hex) =>
    paymentOf(
      message,
      serializeErc6492Signature({ address: safe.to, data: safe.data, signature }),
      requirements,
    );

  const refused = { reason: 'eip6492_factory_not_allowed' };
  expect(await facilitator.verify(wrapped(inner), requirements)).toMatchObject(refused);
  expect(await facilitator.settle(wrapped(inner), requirements)).toMatchObject({
    kind: 'failed',
    ...refused,
  });

  const allowing = facilitatorAt(account, { factories: [parts.factory] });
  const forged = wrapped(await signAsSafe(payer, safe.address, transferHash(message, requirements)));
  expect((await allowing.verify(forged, requirements)).kind).toBe('invalid');
  expect(await chain.node.getCode({ address: safe.address })).toBeUndefined();

  expect(await allowing.verify(wrapped(inner), requirements)).toEqual({
    kind: 'valid',
    payer: safe.address,
  });
  expect((await allowing.settle(wrapped(inner), requirements)).kind).toBe('settled');
  expect(await tokens(requirements)).toBe(PRICE);
  expect(await allowing.verify(wrapped(inner), requirements)).toMatchObject({
    reason: 'invalid_exact_evm_nonce_already_used',
  });
});

test('cannot be created for Base', () => {
  expect(() => new EmbeddedFacilitator({ chain, chainId: 8453, account, accountFactories: [] })).toThrow(
    /does not settle on Base/,
  );
});
