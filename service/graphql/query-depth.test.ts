import { makeExecutableSchema } from '@graphql-tools/schema';
import { describe, expect, test } from 'vitest';
import type { RequestContext } from '#core/context/context.ts';
import { Replicas } from '../platform/db/replicas.ts';
import type { ReplicatedReads } from '../platform/db/replicated-reads.ts';
import { createExecutor } from './execute.ts';

const replicas: ReplicatedReads = new Replicas([]);

const resolved: string[] = [];
const node = () => ({ name: 'n', must: 'm' });
const count = (name: string, value: () => unknown) => () => {
  resolved.push(name);
  return value();
};
const nodeFields = {
  child: count('child', node),
  mustChild: count('mustChild', node),
  children: count('children', () => [node(), node()]),
  none: () => null,
  failing: () => {
    throw new Error('failed');
  },
  either: count('either', () => [
    { ...node(), kind: 'Leaf' },
    { ...node(), kind: 'Node' },
  ]),
};

const schema = makeExecutableSchema({
  typeDefs: `
    type Query { node: Node! other: Node }
    union Either = Node | Leaf
    type Leaf { word: String! name: String }
    type Node {
      name: String must: String! child: Node mustChild: Node! children: [Node!]! none: Node failing: Node either: [Either!]!
    }`,
  resolvers: {
    Query: { node, other: node },
    Node: nodeFields,
    Leaf: { word: count('word', () => 'w') },
    Either: { __resolveType: (value: { kind: string }) => value.kind },
  },
});

/** Runs a query interpreted and compiled, and requires the same response. */
async function run(query: string, maxDepth: number | null = 3, variables?: Record<string, unknown>) {
  const execute = createExecutor(schema, { introspection: true, maxDepth });
  const answers = [];
  for (let time = 0; time < 4; time += 1) {
    resolved.length = 0;
    const outcome = await execute({ query, variables }, {
      replicas,
      caller: { wallet: { kind: 'none' } },
    } as Omit<RequestContext, 'loaders'>);
    if ('refused' in outcome) throw outcome.refused[0];
    const { data, errors } = outcome.result;
    answers.push({
      data: JSON.parse(JSON.stringify(data)),
      errors: errors?.map(({ message, path }) => ({ message, path })),
      resolved: [...resolved],
    });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const [first] = answers;
  if (!first) throw new Error('nothing ran');
  return first;
}

const limitReached = (...path: (string | number)[]) => ({
  message: 'Fields below level 3 are not returned.',
  path,
});

/** Requests whose operation name might hide the operation from the depth measurement. */
const disguises = [
  { query: '{ node { child { child { must } } } }', operationName: '' },
  {
    query: 'query X { node { child { child { must } } } }',
    operationName: 'X\n#',
    again: '#\nquery X { node { child { child { must } } } }',
    renamed: 'X',
  },
];

describe('query depth', () => {
  test.each(disguises)('cannot be avoided by the name of an operation: %j', async (disguise) => {
    const { query, operationName, again = query, renamed } = disguise;
    const execute = createExecutor(schema, { introspection: true, maxDepth: 3 });
    const context = { replicas, caller: { wallet: { kind: 'none' } } } as Omit<RequestContext, 'loaders'>;
    expect(await execute({ query, operationName }, context)).toMatchObject({ code: 'VALIDATION_FAILED' });
    const outcome = await execute({ query: again, operationName: renamed }, context);
    expect(outcome).toMatchObject({ result: { data: { node: { child: { child: { must: null } } } } } });
  });

  test('at the limit, all fields are returned', async () => {
    const { data, errors } = await run('{ node { child { must } } }');
    expect(data).toEqual({ node: { child: { must: 'm' } } });
    expect(errors).toEqual([]);
  });

  test('below it, fields are null, the others are returned, and no resolver of a cut field runs', async () => {
    const answer = await run('{ node { must child { name child { child { name } } } } other { name } }', 2);
    expect(answer.data).toEqual({
      node: { must: 'm', child: { name: null, child: null } },
      other: { name: 'n' },
    });
    expect(answer.errors).toEqual([
      { message: 'Fields below level 2 are not returned.', path: ['node', 'child', 'name'] },
      { message: 'Fields below level 2 are not returned.', path: ['node', 'child', 'child'] },
    ]);
    expect(answer.resolved).toEqual(['child']);
  });

  test('a non-null field is cut without its parent', async () => {
    const { data, errors } = await run(
      '{ node { name mustChild { must: name mustChild { must } again: must } } }',
    );
    expect(data).toEqual({
      node: { name: 'n', mustChild: { must: 'n', mustChild: { must: null }, again: 'm' } },
    });
    expect(errors).toEqual([limitReached('node', 'mustChild', 'mustChild', 'must')]);
  });

  test('in lists every item is cut, and one error is reported', async () => {
    const { data, errors } = await run('{ node { children { name children { name } } } }');
    const item = { name: 'n', children: [{ name: null }, { name: null }] };
    expect(data).toEqual({ node: { children: [item, item] } });
    expect(errors).toEqual([limitReached('node', 'children', 0, 'children', 0, 'name')]);
  });

  test('fragments add no level, and one spread at two levels is cut at the deeper one only', async () => {
    const { data } = await run(`
      query { node { ...F ... { ... on Node { child { ...F } } } } }
      fragment F on Node { child { name deep: child { name } } }`);
    expect(data).toEqual({
      node: { child: { name: 'n', deep: { name: null }, child: { name: null, deep: null } } },
    });
  });

  test("in a union only fields of the item's type are null", async () => {
    const { data, errors } = await run(
      '{ node { either { ... on Leaf { word } ... on Node { must child { name } } } } }',
      2,
    );
    expect(data).toEqual({ node: { either: [{ word: null }, { must: null, child: null }] } });
    expect(errors?.map(({ path }) => path)).toEqual([
      ['node', 'either', 0, 'word'],
      ['node', 'either', 1, 'must'],
      ['node', 'either', 1, 'child'],
    ]);
  });

  test('fields that were skipped or not reached are not reported', async () => {
    const query =
      'query($yes: Boolean!) { node { none { child { name } } child { child { name @include(if: $yes) } } } }';
    const { data, errors } = await run(query, 3, { yes: false });
    expect(data).toEqual({ node: { none: null, child: { child: {} } } });
    expect(errors).toEqual([]);
  });

  test('other errors are kept, and __typename is never cut', async () => {
    const { data, errors } = await run('{ node { failing { name } child { child { __typename name } } } }');
    expect(data).toEqual({ node: { failing: null, child: { child: { __typename: 'Node', name: null } } } });
    expect(errors).toEqual([
      { message: 'failed', path: ['node', 'failing'] },
      limitReached('node', 'child', 'child', 'name'),
    ]);
  });

  test('without a limit, and for introspection, the depth is unlimited', async () => {
    const deep = await run('{ node { child { child { child { child { name } } } } } }', null);
    expect(deep.data.node.child.child.child.child).toEqual({ name: 'n' });
    const { data, errors } = await run('{ __schema { queryType { fields { type { ofType { name } } } } } }');
    expect(data.__schema.queryType.fields[0].type.ofType).toEqual({ name: 'Node' });
    expect(errors).toEqual([]);
  });
});
