import { randomBytes } from 'node:crypto';
import { offerMessage } from '@labroom/protocol/signed-receipt';
import { testRequirements } from '@labroom/testing/test-payment.ts';
import { recoverTypedDataAddress } from 'viem';
import { expect, test } from 'vitest';
import { receiptSigner } from './open-seller.ts';

test('after a new secret the new key signs, and the old address stays published', async () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const [oldAddress] = receiptSigner([old]).signers;
  const rotated = receiptSigner([fresh, old]);
  expect(rotated.signers).toEqual([...receiptSigner([fresh]).signers, oldAddress]);
  const resource = { url: 'https://api.example.org/x402/labs/createLab' };
  const offer = { requirements: testRequirements(), resource, extensions: {} };
  const { extensions } = await rotated.withSignature(offer);
  const { payload, signature } = Object(extensions['offer-receipt']).info.offers[0];
  expect(await recoverTypedDataAddress({ ...offerMessage(payload), signature })).toBe(rotated.signers[0]);
});
