import { ask, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { as, type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { Author } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { describe, expect, test } from 'vitest';
import type { ContentSource, LabContent } from '#core/ports/content-source.ts';

const curated = new Map<string, LabContent>();
let isDown = false;
const content: ContentSource = {
  async labs() {
    if (isDown) throw new Error('connect ECONNREFUSED');
    return curated;
  },
};

const service = await openTestService({ overrides: { content } });
const [owner, other] = [await fundedWallet(), await fundedWallet()];
const lab = await registeredLab(service, owner);
await grantRole(owner, { oclId: lab.oclId, to: other.address, role: 'CONTRIBUTOR' });
const contributor = await as(service, lab, other);
/** The owner's, lowercase. */
const wallet = owner.address.toLowerCase();

const SET = `mutation($oclId: String!, $input: LabReadinessInput!) {
  setLabReadiness(oclId: $oclId, input: $input) { message error { code message details } } }`;
const ADD = `mutation($oclId: String!, $input: NewLabTodoInput!) {
  addLabTodo(oclId: $oclId, input: $input) { todo { id assignee dueOn createdBy } error { code message details } } }`;
const UPDATE = `mutation($oclId: String!, $id: ID!, $input: LabTodoInput!) {
  updateLabTodo(oclId: $oclId, id: $id, input: $input) { todo { text assignee dueOn completedAt completedBy } error { code message details } } }`;
const DELETE = `mutation($oclId: String!, $id: ID!) {
  deleteLabTodo(oclId: $oclId, id: $id) { error { code message details } } }`;
const READ = `query($oclId: String!) {
  labWithDataRoomAndFiles(oclId: $oclId) { trlValue trlRationale trlLastUpdated criterionScores todos
    statedReadiness { level rationale scores { criterion score } changeBy changedAt }
    todoItems { id text assignee dueOn completedAt completedBy } }
  labActivity(oclId: $oclId, page: 0, perPage: 10) { nodes { __typename
    ... on LabEventReadinessChanged { readiness { level formerLevel changeBy } }
    ... on LabEventTodoChanged { todo { action text changeBy } } } } }`;

const call = (query: string, variables: object, by: Author | RegisteredLab = lab) =>
  resultOf(service, query, { oclId: lab.oclId, ...variables }, by.token);
async function read() {
  const { labWithDataRoomAndFiles: one, labActivity } = await ask(service, READ, { oclId: lab.oclId });
  return { ...one, feed: labActivity.nodes };
}
async function atLevel(level: number, verified?: boolean): Promise<string[]> {
  const query =
    'query($readiness: [Int!], $verified: Boolean) { labs(readiness: $readiness, verified: $verified) { nodes { oclId } } }';
  const { labs } = await ask(service, query, { readiness: [level], verified });
  return labs.nodes.map(({ oclId }: RegisteredLab) => oclId);
}
async function add(text: string, by: Author | RegisteredLab = contributor): Promise<string> {
  const { todo, error } = await call(ADD, { input: { text } }, by);
  expect(error).toBeNull();
  return todo.id;
}
const texts = async () => (await read()).todoItems.map(({ text }: { text: string }) => text);

describe('readiness', () => {
  const input = { level: 4, rationale: ' Shown here. ', scores: [{ criterion: 'Evidence', score: 7.5 }] };

  test('that an owner states stands as the lab’s own, in the filter and in the feed', async () => {
    expect((await call(SET, { input: { ...input, level: 3 } })).error).toBeNull();
    expect((await call(SET, { input })).error).toBeNull();
    const { statedReadiness, trlValue, trlRationale, trlLastUpdated, criterionScores, feed } = await read();
    expect(statedReadiness).toMatchObject({
      level: 4,
      rationale: 'Shown here.',
      scores: input.scores,
      changeBy: wallet,
    });
    expect([trlValue, trlRationale, criterionScores]).toEqual(['TRL 4', 'Shown here.', null]);
    expect(trlLastUpdated).toBe(statedReadiness.changedAt);
    expect(feed.slice(0, 2)).toEqual([
      {
        __typename: 'LabEventReadinessChanged',
        readiness: { level: 4, formerLevel: 3, changeBy: wallet },
      },
      {
        __typename: 'LabEventReadinessChanged',
        readiness: { level: 3, formerLevel: null, changeBy: wallet },
      },
    ]);
    expect([await atLevel(4), await atLevel(3), await atLevel(4, false), await atLevel(4, true)]).toEqual([
      [lab.oclId],
      [],
      [lab.oclId],
      [],
    ]);
  });

  test('of curators stands beside it and decides lists; while their source is away nothing is taken for theirs', async () => {
    curated.set(lab.oclId, { trlValue: 'TRL 2', trlRationale: null, isVerified: true });
    const both = await read();
    expect([both.trlValue, both.trlRationale, both.statedReadiness.level]).toEqual(['TRL 2', null, 4]);
    expect([await atLevel(4), await atLevel(2, true)]).toEqual([[], [lab.oclId]]);
    isDown = true;
    const alone = await read();
    expect([alone.trlValue, alone.statedReadiness.level]).toEqual([null, 4]);
    isDown = false;
    curated.clear();
  });

  test('is gone when nothing is stated, and unstating it twice is no second entry', async () => {
    for (const nothing of [{}, { level: null, rationale: ' ', scores: [] }])
      expect((await call(SET, { input: nothing })).error).toBeNull();
    const { statedReadiness, trlValue, feed } = await read();
    expect([statedReadiness, trlValue]).toEqual([null, null]);
    expect(
      feed.filter(({ readiness }: { readiness?: { level: null } }) => readiness?.level === null),
    ).toHaveLength(1);
  });

  test.each([
    ['a level that does not exist', { level: 10 }, 'input.level'],
    ['a score beyond the scale', { scores: [{ criterion: 'a', score: 10.1 }] }, 'input.scores.0.score'],
    ['a criterion without a name', { scores: [{ criterion: ' ', score: 1 }] }, 'input.scores.0.criterion'],
    ['too many scores', { scores: Array(21).fill({ criterion: 'a', score: 1 }) }, 'input.scores'],
  ])('%s is refused', async (_, refused, argument) => {
    const { error } = await call(SET, { input: refused });
    expect(refusalOf({ error })).toMatchObject({ code: 'VALIDATION_FAILED', argument });
  });

  test('is stated by owners only', async () => {
    expect((await call(SET, { input }, contributor)).error.code).toBe('UNAUTHORIZED');
  });
});

describe('to-dos', () => {
  test('are added by contributors, assigned, done, reopened and deleted, and the feed says so', async () => {
    const assignee = wallet.toUpperCase().replace('0X', '0x');
    const { todo } = await call(
      ADD,
      { input: { text: ' Replicate ', assignee, dueOn: '2026-12-31' } },
      contributor,
    );
    expect(todo).toMatchObject({
      assignee: wallet,
      dueOn: '2026-12-31',
      createdBy: contributor.wallet.toLowerCase(),
    });
    const { id } = todo;
    const change = async (input: object) => (await call(UPDATE, { id, input })).todo;
    expect(await change({ completed: true })).toMatchObject({
      completedBy: wallet,
      completedAt: expect.any(String),
    });
    // Nothing changes, so nothing is told.
    await change({ completed: true, text: 'Replicate', assignee: wallet });
    expect(await change({ completed: false, assignee: null })).toMatchObject({
      text: 'Replicate',
      assignee: null,
      dueOn: '2026-12-31',
      completedAt: null,
      completedBy: null,
    });
    const actions = async () =>
      (await read()).feed.flatMap(({ todo }: { todo?: { action: string; text: string } }) =>
        todo ? [[todo.action, todo.text]] : [],
      );
    expect(await actions()).toEqual(
      ['REOPENED', 'CHANGED', 'COMPLETED', 'ADDED'].map((action) => [action, 'Replicate']),
    );
    expect((await call(DELETE, { id }, contributor)).error).toBeNull();
    // The text of a deleted to-do has left the feed.
    expect(await actions()).toEqual(
      ['DELETED', 'REOPENED', 'CHANGED', 'COMPLETED', 'ADDED'].map((action) => [action, null]),
    );
    for (const query of [DELETE, UPDATE])
      expect(refusalOf(await call(query, { id, input: {} }))).toMatchObject({
        code: 'NOT_FOUND',
        reason: 'TODO_NOT_FOUND',
      });
  });

  test('keep their order, whatever is moved, added and deleted at once', async () => {
    const ids = new Map<string, string>();
    for (const text of ['a', 'b', 'c', 'd']) ids.set(text, await add(text));
    const move = (text: string, position: number) => call(UPDATE, { id: ids.get(text), input: { position } });
    await move('d', 0);
    expect(await texts()).toEqual(['d', 'a', 'b', 'c']);
    await move('d', 2);
    expect(await texts()).toEqual(['a', 'b', 'd', 'c']);
    await move('a', 199);
    expect(await texts()).toEqual(['b', 'd', 'c', 'a']);
    await call(DELETE, { id: ids.get('d') });
    await Promise.all([add('e'), add('f'), move('a', 0), move('c', 0), call(DELETE, { id: ids.get('b') })]);
    const { rows } = await service.context.db.$client.query(
      'select position from lab_todos where ocl_id = $1 order by position',
      [lab.oclId],
    );
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });

  test('of another lab cannot be changed or deleted', async () => {
    const other = await registeredLab(service);
    const id = await add('mine');
    for (const query of [DELETE, UPDATE]) {
      const variables = { oclId: other.oclId, id, input: { completed: true } };
      expect(refusalOf(await resultOf(service, query, variables, other.token)).reason).toBe('TODO_NOT_FOUND');
    }
  });

  test('are at most 200', async () => {
    await service.context.db.$client.query(
      `insert into lab_todos (ocl_id, text, position, created_by)
        select $1, 'x', n - 1, '0x' from generate_series((select count(*) from lab_todos where ocl_id = $1) + 1, 200) n`,
      [lab.oclId],
    );
    expect(refusalOf(await call(ADD, { input: { text: 'one more' } })).reason).toBe('QUOTA_EXCEEDED');
  });

  test.each([
    ['no text', { text: ' ' }, 'input.text'],
    ['an assignee that is no address', { text: 'a', assignee: 'ada' }, 'input.assignee'],
    ['a day that does not exist', { text: 'a', dueOn: '2026-02-30' }, 'input.dueOn'],
  ])('with %s are refused', async (_, input, argument) => {
    const { error } = await call(ADD, { input });
    expect(refusalOf({ error })).toMatchObject({ code: 'VALIDATION_FAILED', argument });
  });
});
