import { isQuick } from '@labroom/testing/depth.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answers, openPage, reader, refused, visits } from '#lib/session/stubbed-page.fixture.tsx';
import { type Message, onMessage } from '../ui/message.ts';
import { OwnerSettings } from './owner-settings.tsx';

const at = '2026-11-01T10:00:00.000Z';
const oclId = `0x0101${'0'.repeat(18)}2a${'ab'.repeat(20)}`;
const lab = { oclId, title: 'Vita', name: 'Vita', description: null, externalUrl: null, image: null };
const members = (role?: string) => ({
  listLabMembers: {
    message: '',
    members: role ? [{ __typename: 'Member', walletAddress: reader, role, profile: null }] : [],
  },
});
const pageInfo = { hasNextPage: false, hasPreviousPage: false, totalPages: 1 };
const settings = {
  LabMembers: members('OWNER'),
  Webhooks: { webhooks: [] },
  LabIntent: { labWithDataRoomAndFiles: { oclId, requiresIntent: false } },
  KeyReleases: { keyReleases: { nodes: [], totalCount: 0, pageInfo } },
  LabAccountState: { labWithDataRoomAndFiles: { oclId, labAccountState: null } },
};

let page: Awaited<ReturnType<typeof openPage>>;
let messages: Message[] = [];
let stopMessages = () => {};
afterEach(() => {
  stopMessages();
  return page.end();
});

async function open(answers: Answers = {}, who: Parameters<typeof openPage>[2] = { session: reader }) {
  messages = [];
  stopMessages = onMessage((message) => messages.push(message));
  // What other tests said while nobody listened.
  messages.length = 0;
  page = await openPage(<OwnerSettings lab={lab} renewKeys={null} />, { ...settings, ...answers }, who);
}

describe('who sees the settings', () => {
  it('has signed in, and nothing is asked of the service before', async () => {
    await open({}, {});
    expect(page.text()).toMatch(/^Connect a wallet to change the lab’s settings\.Connect walletFor example:/);
    expect(page.buttons()).toHaveLength(1);
    expect(page.sent('LabMembers')).toEqual([]);
  });

  it.each([
    ['CONTRIBUTOR', 'is a contributor of this lab.'],
    ['VIEWER', 'is a viewer of this lab.'],
    [undefined, 'has no role in this lab.'],
  ])('is an owner: a wallet whose role is %s is told so', async (role, text) => {
    await open({ LabMembers: members(role) });
    expect(page.text()).toContain(`Only owners can change these settings`);
    expect(page.text()).toContain(`Your wallet ${text}`);
    expect(page.buttons()).toEqual([]);
  });

  it('is asked first: no form is shown while the role is being read', async () => {
    const { LabMembers: _, ...unanswered } = settings;
    page = await openPage(<OwnerSettings lab={lab} renewKeys={null} />, unanswered);
    expect(page.text()).toContain('Loading the settings');
    expect(page.buttons()).toEqual([]);
    expect(page.sent('Webhooks')).toEqual([]);
  });

  it.each<[string, Answers]>([
    ['an owner', {}],
    ['a wallet whose role could not be read', { LabMembers: refused('UPSTREAM_UNAVAILABLE', 'No node.') }],
  ])('is %s', async (_, answers) => {
    await open(answers);
    expect(page.text()).not.toContain('Only owners can change these settings');
    expect(page.buttons()).toContain('Save');
    expect(page.buttons()).toContain('Add webhook');
  });
});

describe('name and description', () => {
  it('are sent where they changed, and the page follows the name', async () => {
    await open({
      UpdateLabNftMetadata: { updateLabNftMetadata: { oclId, message: '', error: null } },
      LabIdentity: { labWithDataRoomAndFiles: { oclId, shortname: 'vitae' } },
    });
    await page.type('Name', 'Vitae');
    await page.click('Save');
    expect(page.sent('UpdateLabNftMetadata')).toEqual([{ oclId, input: { name: 'Vitae' } }]);
    await page.until(() => expect(visits.replace).toHaveBeenCalledExactlyOnceWith('/labs/vitae/settings'));
    expect(messages).toMatchObject([{ kind: 'success' }]);
  });

  it('are not sent unchanged', async () => {
    await open();
    await page.click('Save');
    expect(messages).toMatchObject([{ kind: 'info', text: 'No changes to save.' }]);
    expect(page.sent('UpdateLabNftMetadata')).toEqual([]);
  });

  it('that were refused stay, with the reason', async () => {
    await open({ UpdateLabNftMetadata: refused('UNAUTHORIZED', 'Only owners may do this.') });
    await page.type('Name', 'Vitae');
    await page.click('Save');
    expect(page.text()).toContain('Only owners may do this.');
    expect(page.all('[name="name"]')[0]).toHaveProperty('value', 'Vitae');
    expect(visits.replace).not.toHaveBeenCalled();
    expect(messages).toEqual([]);
  });
});

describe('webhooks', () => {
  const webhook = (changes = {}) => ({
    ...{ __typename: 'Webhook', id: 'w1', url: 'https://lab.example/hook', filter: null, failingSince: null },
    ...{ disabledAt: null, waiting: 0, deliveries: [], ...changes },
  });

  it('are added with what they send, and the secret is shown once', async () => {
    await open({ CreateWebhook: { createWebhook: { webhook: webhook(), secret: 'whsec_1', error: null } } });
    await page.type('URL of the endpoint', 'https://lab.example/hook');
    await page.click('Add webhook');
    expect(page.sent('CreateWebhook')).toEqual([{ oclId, url: 'https://lab.example/hook', filter: null }]);
    expect(page.text()).toContain('whsec_1');
    expect(page.text()).toContain('it is not shown again');
    await page.click('I have copied it');
    expect(page.text()).not.toContain('whsec_1');
  });

  it('that were refused say why, and show no secret', async () => {
    await open({ CreateWebhook: refused('VALIDATION_FAILED', 'The address is not public.') });
    await page.type('URL of the endpoint', 'https://localhost/');
    await page.click('Add webhook');
    expect(page.text()).toContain('The address is not public.');
    expect(page.text()).not.toContain('Copy it now');
  });

  it('say what became of each delivery, and repeat it from there', async () => {
    const delivery = (eventCursor: string, changes: object) => ({
      ...{ __typename: 'WebhookDelivery', eventCursor, attempts: 1, status: null, failure: null },
      ...{ attemptedAt: null, nextAttemptAt: null, deliveredAt: null, ...changes },
    });
    const deliveries = [
      delivery('5', { attempts: 0 }),
      delivery('4', { attempts: 3, failure: 'TIMEOUT' }),
      delivery('3', { status: 500 }),
      delivery('2', { attempts: 2, deliveredAt: at }),
    ];
    await open({ Webhooks: { webhooks: [webhook({ deliveries, waiting: 2, failingSince: at })] } });
    const rows = page.all('[aria-label="Last deliveries"] li').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringContaining('Event 5Waiting'),
      expect.stringContaining('Event 4Failed after 3 attempts: no answer in time'),
      expect.stringContaining('Event 3Failed: status 500'),
      expect.stringContaining('Event 2Delivered after 2 attempts'),
    ]);
    expect(page.text()).toContain('Failing since');
    expect(page.text()).toContain('2 waiting');
    await page.click('Send again from here');
    expect(page.sent('ReplayWebhook')).toEqual([{ id: 'w1', oclId, after: '4' }]);
  });

  it('that are disabled say so, and not that they fail', async () => {
    await open({ Webhooks: { webhooks: [webhook({ disabledAt: at, failingSince: at })] } });
    expect(page.text()).toContain('Disabled');
    expect(page.text()).not.toContain('Failing since');
  });

  it('get a new secret, or are deleted', async () => {
    await open({
      Webhooks: { webhooks: [webhook()] },
      RotateWebhookSecret: { rotateWebhookSecret: { secret: 'whsec_2', error: null } },
      DeleteWebhook: refused('NOT_FOUND', 'There is no such webhook.'),
    });
    await page.click('New secret');
    expect(page.text()).toContain('whsec_2');
    await page.click('Delete');
    expect(page.sent('DeleteWebhook')).toEqual([{ id: 'w1', oclId }]);
    expect(page.text()).toContain('There is no such webhook.');
  });
});

describe('payments that name their call', () => {
  it('are demanded on request, once the service has stored it', async () => {
    await open({ SetLabIntent: refused('UNAUTHORIZED', 'Only owners may do this.') });
    await page.check('Take only payments that name their call');
    expect(page.sent('SetLabIntent')).toEqual([{ oclId, required: true }]);
    expect(page.text()).toContain('Only owners may do this.');
    expect(page.all('input[type="checkbox"]')[0]).toHaveProperty('checked', false);
  });
});

it('says that a lab is not known, where there is nothing to demand', async () => {
  await open({ LabIntent: { labWithDataRoomAndFiles: null } });
  expect(page.text()).toContain('The service does not know this lab');
  expect(page.all('input[type="checkbox"]')).toEqual([]);
});

describe('the log of keys', () => {
  it('says of each request whether it opened the file', async () => {
    const release = (outcome: string) => ({
      ...{ __typename: 'KeyRelease', at, wallet: reader, did: 'did:odf:1', path: 'assay.csv', version: 2 },
      ...{ outcome, reason: null, predicates: null, requestId: outcome },
    });
    const nodes = [release('RELEASED'), release('DENIED')];
    await open({ KeyReleases: { keyReleases: { nodes, totalCount: 2, pageInfo } } });
    const rows = page.all('tbody tr').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/You.*assay\.csv v2Opened$/),
      expect.stringMatching(/You.*assay\.csv v2Refused$/),
    ]);
  });

  it('is empty only after an answer that says so', async () => {
    await open();
    expect(page.text()).toContain('No key requests yet.');
  });
});

describe.each(['Webhooks', 'LabIntent', 'KeyReleases', 'LabAccountState'])('%s', (operation) => {
  const refusals = [
    ['UNAUTHORIZED', 'Only owners may read this.', false],
    ['UPSTREAM_UNAVAILABLE', 'The chain could not be read.', true],
    ['NOT_FOUND', 'There is no such lab.', false],
  ] as const;
  it.each(isQuick && operation !== 'KeyReleases' ? refusals.slice(0, 1) : refusals)(
    'that was refused (%s) says why, and leaves the other settings',
    async (code, message, isRetryable) => {
      await open({ [operation]: refused(code, message) });
      expect(page.text()).toContain(message);
      expect(page.text().includes('Try again in a moment.')).toBe(isRetryable);
      expect(page.buttons()).toContain('Save');
      if (operation === 'KeyReleases') expect(page.text()).not.toContain('No key requests yet.');
    },
  );
});

describe('the lock of the account', () => {
  const state = (lockedUntil: string | null) => ({
    LabAccountState: { labWithDataRoomAndFiles: { oclId, labAccountState: { lockedUntil } } },
  });

  it('is not offered for accounts that have none', async () => {
    await open();
    expect(page.text()).not.toContain('Sale of the lab');
  });

  it.each([
    [null, 'Lock the account…', 'Not locked'],
    ['2099-01-01T00:00:00.000Z', 'Lock for longer…', 'Locked until'],
  ])('that ends %s is offered as %s', async (until, button, text) => {
    await open(state(until));
    expect(page.buttons().map((name) => name.trim())).toContain(button);
    expect(page.text()).toContain(text);
  });

  it('needs the wallet itself, and a later end than the present one', async () => {
    const day = 86_400_000;
    const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
    const options = () => page.all('select[id] option').map(({ textContent }) => textContent);
    const lockButton = () => page.button('Lock the account').disabled;

    await open(state(inDays(10)), { session: reader, wallet: reader });
    await page.click(' Lock for longer…');
    expect(options().filter((name) => name?.includes('days'))).toEqual([
      '14 days from now',
      '29 days from now',
    ]);
    expect(lockButton()).toBe(false);
    await page.end();

    await open(state(inDays(29)), { session: reader, wallet: reader });
    await page.click(' Lock for longer…');
    expect(page.text()).toContain('locked for as long as the contract allows');
    expect(lockButton()).toBe(true);
    await page.end();

    await open(state(null));
    await page.click(' Lock the account…');
    expect(lockButton()).toBe(true);
  });
});
