import { randomBytes } from 'node:crypto';
import { channelRequirements } from '@labroom/payments/channels/channel-plugin.ts';
import { paymentRequiredHeader } from '@labroom/payments/payment/offer.ts';
import { withDiscovery } from '@labroom/payments/sale/with-discovery.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import type { PaymentPayload } from '@x402/core/types';
import { extractDiscoveryInfo, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar';
import { buildSchema, parse, validate } from 'graphql';
import { generatePrivateKey } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { readSchemaText } from '#contract/schema-text.ts';
import { listOffers } from '#routes/paid/list-offers.ts';
import { decideConfig } from '../../platform/config/decide-config.ts';
import { readEnv } from '../../platform/config/env.ts';
import { paidMutations } from '../../platform/config/paid-mutations.ts';
import { PUBLIC_NAME } from '../offers/offers.ts';
import { receiptSigner } from '../open-seller.ts';

const config = decideConfig(
  readEnv({
    DATABASE_URL: 'postgres://u:p@127.0.0.1/db',
    SERVICE_URL: 'https://api.a-rather-long-name-of-a-lab.example.org',
  }),
);
const schema = buildSchema(readSchemaText());
const offers = listOffers(config, schema);

// Those of the others are made alike.
const described = isQuick ? paidMutations.slice(0, 2) : paidMutations;

describe.each(described)('the challenge of %s', async (mutation) => {
  const offer = await receiptSigner([randomBytes(32)]).withSignature(offers[mutation]);
  const { resource, requirements, extensions } = offer;
  const bare: PaymentPayload = { x402Version: 2, accepted: requirements, payload: {} };

  test('is indexed by the package of x402 at the URL with the stage', () => {
    const found = extractDiscoveryInfo(withDiscovery({ name: PUBLIC_NAME }, bare, offer), requirements);
    expect(found).toMatchObject({
      resourceUrl: `${config.http.publicUrl}/local/x402/labs/${mutation}`,
      description: resource.description,
      serviceName: 'Labroom',
      method: 'POST',
      x402Version: 2,
    });
    const { body } = Object(found?.discoveryInfo.input);
    expect(validate(schema, parse(body.query))).toEqual([]);
    expect(validateDiscoveryExtensionSpec(Object(extensions.bazaar))).toEqual({ valid: true });
  });

  test('says what the call does, in less than facilitators take', () => {
    expect(resource.description).not.toContain(mutation);
    expect(resource.description?.length).toBeGreaterThan(20);
    expect(resource.description?.length).toBeLessThan(300);
  });

  test('fits into a header, and so does the payment that repeats it', () => {
    const terms = { withdrawDelay: 86_400, claimAfterMs: 60_000 };
    const channel = channelRequirements(terms, generatePrivateKey(), requirements);
    const challenge = paymentRequiredHeader(
      { ...offer, others: [channel] },
      'payment_bound_to_another_request',
    );
    expect(challenge.length).toBeLessThan(6_200);
    const hex = (bytes: number) => `0x${'ab'.repeat(bytes)}`;
    const times = { validAfter: '1800000000', validBefore: '1800000000' };
    const authorization = { from: hex(20), to: hex(20), value: '10000', ...times, nonce: hex(32) };
    const paid = { ...bare, resource, extensions, payload: { signature: hex(65), authorization } };
    expect(Buffer.from(JSON.stringify(paid)).toString('base64').length).toBeLessThan(7_500);
    const parties = {
      payer: hex(20),
      payerAuthorizer: hex(20),
      receiver: hex(20),
      receiverAuthorizer: hex(20),
    };
    const channelConfig = { ...parties, token: hex(20), withdrawDelay: 86_400, salt: hex(32) };
    const voucher = { channelId: hex(32), maxClaimableAmount: '1000000', signature: hex(65) };
    const erc3009Authorization = { ...times, salt: hex(32), signature: hex(65) };
    const deposit = { amount: '1000000', authorization: { erc3009Authorization } };
    const opening = {
      ...paid,
      accepted: channel,
      payload: { type: 'deposit', channelConfig, voucher, deposit },
    };
    expect(Buffer.from(JSON.stringify(opening)).toString('base64').length).toBeLessThan(7_500);
  });
});
