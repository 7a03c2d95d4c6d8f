import assert from 'node:assert/strict';
import { CreateLabDocument } from '@labroom/client/documents';
import { encodeOclId } from '@labroom/contracts/ocl-id';
import { generateAgreement, TERMS, termsVariables } from '@labroom/testing/test-agreement.ts';
import { check } from '../check/check.ts';
import { allNull, done, refused } from '../service/expect.ts';

const section = 'docs/specification/errors.md#codes; docs/specification/identity.md#roles';
const LEAKS = /127\.0\.0\.1|localhost|https?:|postgres|select |\.ts\b|\bat \w+ \(|\/tmp|ECONN/i;

/** What a service says while something behind it fails. They run alone: all the others would fail with it. */
export const outageChecks = [
  check(
    'outages.chain',
    {
      rule: 'While the chain cannot be read: UPSTREAM_UNAVAILABLE, retryable, nothing changed, no key released; files are read. Later the same calls succeed.',
      section,
      needs: ['lab', 'chain', 'operator'],
      isAlone: true,
    },
    async ({ service, lab, chain, operator }) => {
      const { oclId: minted } = await chain.mintLab();
      const create = () => lab.mutate(CreateLabDocument, { oclId: minted });
      const { path: filePath } = await lab.secret('outage.txt', 'secret');
      const agreed = done(await generateAgreement(service, { oclId: lab.oclId, symbol: 'CONF' }));
      const pending = await lab.sent('pending');
      const finish = () => lab.finish(pending, { path: `${filePath}.pending` });
      const before = await lab.fileAt(filePath);
      await operator.chain.begin();
      try {
        for (const failed of [
          await lab.deleteFile(filePath),
          await lab.updateFile({ ref: before.did, accessLevel: 'ADMIN', description: 'changed' }),
          await lab.update({ externalUrl: 'https://example.org/changed' }),
          await lab.initiate(1),
          await finish(),
          await create(),
        ])
          refused(failed, 'UPSTREAM_UNAVAILABLE');
        const key = await lab.decryptKey({ filePath });
        refused(key, 'UPSTREAM_UNAVAILABLE');
        allNull(key, ['plaintextDEK', 'iv']);
        const variables = termsVariables(agreed, BigInt(`0x${lab.oclId.slice(6, 26)}`), service.chainId);
        const { error } = (await service.ask(TERMS, variables)).getOclTermsMessage;
        refused({ error }, 'UPSTREAM_UNAVAILABLE');
        assert.doesNotMatch(JSON.stringify(key.error), LEAKS);
        const { downloadUrl } = await lab.fileAt(filePath);
        assert.equal((await fetch(downloadUrl)).status, 200);
      } finally {
        await operator.chain.end();
      }
      for (const result of [await create(), await finish(), await lab.decryptKey({ filePath })]) done(result);
      const { description, updatedAt } = await lab.fileAt(filePath);
      assert.deepEqual([description, updatedAt], [before.description, before.updatedAt]);
    },
  ),

  check(
    'outages.storage',
    {
      rule: 'While the storage fails: INTERNAL_ERROR, retryable, isSuccess false, no stack, query or host; later the same call succeeds.',
      section,
      needs: ['operator'],
      isAlone: true,
    },
    async ({ service, operator }) => {
      const data = {
        oclId: encodeOclId({ tokenId: BigInt(Date.now()), account: `0x${'c0ffee'.padEnd(40, '3')}` }),
        symbol: 'CONF',
      };
      await operator.storage.begin();
      try {
        const failed = await generateAgreement(service, data);
        refused(failed, 'INTERNAL_ERROR');
        assert.equal(failed.isSuccess, false);
        assert.doesNotMatch(JSON.stringify(failed.error), LEAKS);
      } finally {
        await operator.storage.end();
      }
      done(await generateAgreement(service, data));
    },
  ),
];
