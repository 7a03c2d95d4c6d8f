import { expect, it } from 'vitest';
import type { Operation } from './operation.ts';
import { indexText, operationText, priceText } from './operation-text.ts';
import type { Price } from './price-list.ts';

const price: Price = {
  mutation: 'publishLab',
  price: '0.01 USDC',
  amount: '10000',
  asset: `0x${'11'.repeat(20)}`,
  network: 'eip155:8453',
  payTo: `0x${'22'.repeat(20)}`,
  needsIntent: false,
};
const added: Operation = {
  name: 'publishLab',
  kind: 'mutation',
  group: 'Labs of tomorrow',
  description: 'Publishes a lab. For good.',
  access: 'OWNER',
  errors: [{ code: 'NOT_FOUND', reasons: ['OCL_NOT_FOUND'] }],
  arguments: [
    {
      name: 'oclId',
      type: 'String!',
      isRequired: true,
      description: 'The lab.',
      defaultValue: null,
      fields: [],
      values: [],
    },
  ],
  returns: 'PublishLabResult!',
  deprecated: null,
  query: 'mutation publishLab($oclId: String!) {\n  publishLab(oclId: $oclId) {\n    message\n  }\n}',
  document: null,
};
const options = { args: { oclId: '0x01' }, graphqlUrl: 'https://api.example/graphql', price: undefined };

it('an operation that is added to the schema is in the index and has an entry in every language', () => {
  expect(indexText([added])).toBe(
    '## Labs of tomorrow\n\n- [`publishLab`](reference/labs-of-tomorrow.md#publishLab): Publishes a lab.',
  );
  const text = operationText(added, options);
  expect(text).toContain('Mutation. For: owner.');
  expect(text).toContain('- `oclId` `String!`, required: The lab.');
  expect(text).toContain('- `NOT_FOUND`: `OCL_NOT_FOUND`');
  for (const language of ['ts', 'sh', 'py']) expect(text).toContain(`\`\`\`${language}\n`);
  expect(text).toContain("print(api('''mutation publishLab");
});

it('a changed price is in the table and in the entry of its operation', () => {
  for (const shown of ['0.01 USDC', '0.25 USDC']) {
    expect(priceText([{ ...price, price: shown }])).toContain(`| \`publishLab\` | ${shown} |`);
    expect(operationText(added, { ...options, price: shown })).toContain(`${shown} at the gateway`);
  }
  expect(operationText(added, options)).not.toContain('at the gateway');
  expect(priceText(null)).toContain('unavailable');
});
