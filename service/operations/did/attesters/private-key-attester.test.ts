import { generatePrivateKey } from 'viem/accounts';
import { attesterSuite } from './attester.suite.ts';
import { privateKeyAttester } from './private-key-attester.ts';

attesterSuite('an attester with a private key', 'private key', () =>
  privateKeyAttester('data', generatePrivateKey()),
);
