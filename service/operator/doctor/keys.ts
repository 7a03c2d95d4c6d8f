import { createChainClient } from '#chain/create-chain-client.ts';
import { AttesterError } from '#operations/did/attesters/attester.ts';
import { createDidLinking } from '#operations/did/did-linking.ts';
import { ConfigurationError } from '#platform/config/env.ts';
import { KmsError } from '#platform/kms/kms.ts';
import { openKms } from '#platform/kms/open-kms.ts';
import { type Examination, failed, off, ok, untried } from './finding.ts';

/** The key service makes, wraps and opens a data key. */
export const examineKeys: Examination = {
  variable: 'KMS_MASTER_KEY',
  async run({ config, secrets }) {
    const variable = config.kms.kind === 'aws' ? 'AWS_KMS_KEY_ID' : 'KMS_MASTER_KEY';
    try {
      const kms = await openKms(config, secrets, false);
      const context = { purpose: 'doctor', environment: config.environment };
      const { plaintext, wrapped } = await kms.generateDataKey(context);
      const opened = await kms.unwrapDataKey(wrapped, context);
      const isSame = Buffer.from(opened).equals(plaintext);
      return isSame
        ? [ok(`${variable}: the master key ${kms.keyName} wraps and opens keys.`)]
        : [failed(`${variable}: the key service opened a key as another one.`)];
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems.map(failed);
      if (error instanceof KmsError) return [failed(`${variable}: ${error.message}`)];
      throw error;
    }
  },
};

/** The keys that link DIDs, and the relayer's balance for it. */
export const examineAttesters: Examination = {
  variable: 'RELAYER_PRIVATE_KEY',
  async run({ config, secrets }) {
    const { didLinking: linking, chain } = config;
    if (linking.kind === 'off')
      return [off(`${linking.missing.join(', ')}: not set, so DIDs are not linked.`)];
    const client = createChainClient({ rpcUrl: chain.rpcUrl, chainId: chain.id, contracts: chain.contracts });
    const keys = await createDidLinking(config, secrets, client);
    if (!keys) return [off('RELAYER_PRIVATE_KEY: not set, so DIDs are not linked.')];
    const { relayer, attesters } = keys;
    const findings = [];
    for (const name of ['data', 'service'] as const) {
      const variable = `${name.toUpperCase()}_ATTESTER`;
      const attester = attesters[name];
      if (attester.kind === 'private key')
        findings.push(ok(`${variable}_PRIVATE_KEY: is the key of ${attester.address}.`));
      else if (!attester.verify)
        findings.push(untried(`${variable}_URL: it signs for new labs only, so it was not asked.`));
      else {
        try {
          await attester.verify();
          findings.push(ok(`${variable}_KMS_KEY_ID: is the key of ${attester.address}.`));
        } catch (error) {
          if (!(error instanceof AttesterError)) throw error;
          findings.push(failed(`${variable}_KMS_KEY_ID: ${error.message}`));
        }
      }
    }
    if (!linking.bundlerUrl) {
      const balance = await client.node.getBalance({ address: relayer.address });
      findings.push(
        balance > 0n
          ? ok('RELAYER_PRIVATE_KEY: the relayer can pay for gas.')
          : failed(
              `RELAYER_PRIVATE_KEY: the relayer ${relayer.address} has no ether, so DIDs are not linked.`,
            ),
      );
    }
    return findings;
  },
};
