import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type * as core from '@labroom/client';
import type * as documents from '@labroom/client/documents';
import type * as payment from '@labroom/client/payment';
import { localAccount } from '@labroom/contracts/local-accounts';
import { expect } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { build, type Rolldown } from 'vite';
import { makeLab } from './stack/labs.ts';
import { pageOfOthers } from './stack/start-stack.ts';
import { test } from './test.ts';

/** Globals of the bundle, and the signing function of this process. */
declare global {
  interface Window {
    labroom: typeof core & typeof payment & Pick<typeof documents, 'GenerateDataEncryptionKeyDocument'>;
    signMessage(message: string): Promise<string>;
    signTypedData(data: string): Promise<`0x${string}`>;
  }
}

test('the client works in the page of another web app: encrypted upload, download, a paid call', async ({
  page,
  stack,
}) => {
  const owner = privateKeyToAccount(localAccount('owner').privateKey);
  const lab = await makeLab(stack, owner, `Client ${randomUUID().slice(0, 8)}`);
  await page.route(`${pageOfOthers}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>x</title>' }),
  );
  // Chromium asks the user before a public page may connect to this machine.
  await page.context().grantPermissions(['local-network-access'], { origin: pageOfOthers });
  await page.exposeFunction('signMessage', (message: string) => owner.signMessage({ message }));
  await page.exposeFunction('signTypedData', (data: string) => owner.signTypedData(JSON.parse(data)));
  await page.goto(`${pageOfOthers}/`);
  await page.addScriptTag({ content: await bundle() });

  const given = {
    graphqlUrl: stack.graphqlUrl,
    gatewayUrl: stack.gatewayUrl,
    credential: stack.consumerCredential,
    address: owner.address,
    oclId: lab.oclId,
  };
  const seen = await page.evaluate(async ({ graphqlUrl, gatewayUrl, credential, address, oclId }) => {
    const { createLabroomClient, GenerateDataEncryptionKeyDocument, networks, payAndCall, PaymentBudget } =
      window.labroom;
    const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
    const client = createLabroomClient({ graphqlUrl, credential, chainId: 31337 });
    const payer = {
      gatewayUrl,
      network: networks[31337],
      budget: new PaymentBudget({ perCall: 10_000n, perDay: 10_000n }),
      wallet: {
        address,
        signTypedData: (data: object) => window.signTypedData(JSON.stringify(data, bigints)),
      },
      ask: client.call,
    };
    const mine = await client.signIn({ address, signMessage: ({ message }) => window.signMessage(message) });
    await mine.upload({ oclId, target: { path: 'note.md' }, body: 'Yield 83 %', access: 'TEAM' });
    const { body, file } = await mine.download({ oclId, path: 'note.md' });
    const paid = await payAndCall(payer, GenerateDataEncryptionKeyDocument, {});
    return {
      text: await body.text(),
      isEncrypted: file.encryption !== null,
      hasKey: paid.data.generateDataEncryptionKey.plaintextDEK !== null,
      amount: String(paid.receipt.amount),
    };
  }, given);
  expect(seen).toEqual({ text: 'Yield 83 %', isEncrypted: true, hasKey: true, amount: '10000' });
});

/** Bundles the client and this test's page code into one script, as a program's bundler does. */
async function bundle(): Promise<string> {
  const root = path.resolve(import.meta.dirname, '..');
  const entry = 'virtual:program';
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `export * from '${root}/packages/client/package/index.ts';
               export * from '${root}/packages/client/package/payment.ts';
               export { GenerateDataEncryptionKeyDocument } from '${root}/packages/client/documents/documents.generated.ts';`
            : null,
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: 'iife', name: 'labroom' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}
