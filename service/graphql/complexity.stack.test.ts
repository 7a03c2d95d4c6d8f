import * as generated from '@labroom/client/documents';
import { type DocumentNode, getIntrospectionQuery, getOperationAST, parse, print } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { RequestContext } from '#core/context/context.ts';
import { Replicas } from '../platform/db/replicas.ts';
import type { ReplicatedReads } from '../platform/db/replicated-reads.ts';
import { ceiling, costOf, measureForm } from './complexity.ts';
import { createExecutor } from './execute.ts';
import { serviceSchema } from './schema.ts';

const replicas: ReplicatedReads = new Replicas([]);

const schema = serviceSchema();

/** Returns the cost of a document's only operation. Without variables, of its longest pages. */
function cost(document: DocumentNode, variables?: Record<string, unknown>) {
  const operation = getOperationAST(document);
  if (!operation) throw new Error('not one operation');
  return costOf(schema, document, operation, variables);
}

async function refusal(query: string, variables?: Record<string, unknown>) {
  const execute = createExecutor(schema, { introspection: true, maxDepth: null });
  const outcome = await execute({ query, variables }, {
    replicas,
    caller: { wallet: { kind: 'none' } },
  } as Omit<RequestContext, 'loaders'>);
  return 'refused' in outcome ? { code: outcome.code, message: outcome.refused[0]?.message } : null;
}

const exceeded = (words: RegExp) => ({
  code: 'COMPLEXITY_LIMIT_EXCEEDED',
  message: expect.stringMatching(words),
});

describe('the documents of the web app', () => {
  const documents = Object.entries(generated).filter(([name]) => name.endsWith('Document'));

  test('are all checked', () => expect(documents.length).toBeGreaterThan(20));

  test.each(documents)('%s stays below half of every limit, with the longest pages', (_, document) => {
    const tokens = parse(print(document)).tokenCount ?? Number.NaN;
    const measured = { tokens, ...measureForm(document), cost: cost(document) };
    for (const [measure, count] of Object.entries(measured))
      expect(count, measure).toBeLessThanOrEqual(ceiling[measure as keyof typeof ceiling] / 2);
  });
});

describe('the cost of a document', () => {
  const of = (query: string, variables: Record<string, unknown> = {}) => cost(parse(query), variables);

  test('counts objects, and a page by its requested size', () => {
    expect(of('{ labs { totalCount } }')).toBe(1);
    expect(of('{ labs { nodes { oclId } } }')).toBe(1 + 20);
    expect(of('{ labs(perPage: 3) { nodes { oclId } pageInfo { totalPages } } }')).toBe(1 + 3 + 1);
    expect(of('{ onChainActivity(limit: 7) { id } }')).toBe(7);
    const query = 'query($n: Int = 4) { labs(perPage: $n) { nodes { oclId } } }';
    expect(of(query, { n: 9 })).toBe(1 + 9);
    expect(of(query)).toBe(1 + 4);
    expect(of('query($n: Int) { labs(perPage: $n) { nodes { oclId } } }')).toBe(1 + 20);
  });

  test('clamps sizes as the operations do', () => {
    expect(of('{ labs(perPage: 1000000) { nodes { oclId } } }')).toBe(1 + 200);
    expect(of('{ labs(perPage: -5) { nodes { oclId } } }')).toBe(1 + 1);
  });

  test('multiplies nested lists, including those in fragments', () => {
    const plain = '{ labs(perPage: 50) { nodes { members { role } } } }';
    expect(of(plain)).toBe(1 + 50 * (1 + 10));
    const fragments =
      '{ labs(perPage: 50) { ...P } } fragment P on LabsPage { nodes { ... { ...L } } } fragment L on LabRef { members { role } }';
    expect(of(fragments)).toBe(of(plain));
  });
});

describe('a document over a limit is rejected', () => {
  const many = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => text(index)).join(' ');

  test('too many aliases', async () => {
    expect(await refusal(`{ ${many(21, (i) => `a${i}: __typename`)} }`)).toEqual(exceeded(/21 aliases/));
    expect(await refusal(`{ ${many(20, (i) => `a${i}: __typename`)} }`)).toBeNull();
  });

  test('too many directives, including repeated ones on a single field', async () => {
    expect(await refusal(`{ __typename ${many(21, () => '@skip(if: false)')} }`)).toEqual(
      exceeded(/21 directives/),
    );
  });

  test('too many tokens, before the rest of the text is read', async () => {
    const begun = `{ ${many(2_500, () => '__typename')}`;
    expect(await refusal(begun)).toEqual(exceeded(/more than 2000 tokens/));
  });

  test('fragments that expand to very many fields', async () => {
    const doubling = many(60, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
    expect(await refusal(`{ ...F0 } ${doubling} fragment F60 on Query { __typename }`)).toEqual(
      exceeded(/fields/),
    );
  });

  test('a fragment that contains itself is invalid, and counting ends', async () => {
    const query = '{ ...A } fragment A on Query { ...B } fragment B on Query { __typename ...A }';
    expect(await refusal(query)).toEqual({
      code: 'VALIDATION_FAILED',
      message: expect.stringMatching(/itself/),
    });
  });

  test('long pages of long lists, literal or by variable, while smaller pages of the same document pass', async () => {
    const query = `query($n: Int!) { activities(perPage: $n) { activities { ... on LabEventAnnouncement {
      announcement { attachments { versions { encryptionMetadata { iv } } } } } } } }`;
    expect(await refusal(query, { n: 100 })).toEqual(exceeded(/21201 objects/));
    expect(
      await refusal(
        query.replace('$n }', '100 }').replace('perPage: $n', 'perPage: 100').replace('($n: Int!)', ''),
      ),
    ).toEqual(exceeded(/21201 objects/));
    expect(cost(parse(query), { n: 20 })).toBe(1 + 20 * 212);
  });

  test('the usual introspection of tools passes', async () => {
    expect(await refusal(getIntrospectionQuery())).toBeNull();
  });

  test.each([
    ['equal fields', `{ nothing ${many(290, () => 'labs { totalCount }')} }`],
    ['deep fields', `{ labs ${'{ nodes '.repeat(590)}${'}'.repeat(590)} }`],
    ['deep values', `{ labs(search: ${'['.repeat(900)}${']'.repeat(900)}) { totalCount } }`],
    ['a long text', `{ labs(search: "${'x'.repeat(2_000_000)}") { nothing } }`],
    ['a long comment', `#${'x'.repeat(2_000_000)}\n{ nothing }`],
    ['unknown variables', `query(${many(300, (index) => `$v${index}: Nothing`)}) { nothing }`],
  ])('and %s within the limits reach validation', async (_, query) => {
    expect(await refusal(query)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
