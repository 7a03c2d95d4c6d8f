import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answers, openPage, reader, refused } from '#lib/session/stubbed-page.fixture.tsx';
import type { MyRequestProps } from '../../core/data-room/my-request-props.ts';
import { MyRequest } from './my-request.tsx';
import { decision, lab, pageOf, request } from './request.fixture.ts';

let page: Awaited<ReturnType<typeof openPage>>;
afterEach(() => page.end());

const signTypedData = vi.fn(async () => '0x5161' as const);
const mine = (...nodes: object[]) => ({ MyAccessRequests: { myAccessRequests: pageOf(nodes) } });
const questions = {
  AccessQuestions: { accessQuestions: { questions: ['Why?', 'Where?'], promise: 'I promise.' } },
};
const withWallet = { session: reader, wallet: reader, runtime: { signTypedData } };

async function open(
  answers: Answers,
  props: Partial<MyRequestProps> = {},
  who: Parameters<typeof openPage>[2] = withWallet,
) {
  signTypedData.mockClear();
  page = await openPage(<MyRequest lab={lab} onGranted={() => undefined} {...props} />, answers, who);
}

describe('the request of a reader', () => {
  it('needs a session', async () => {
    await open(mine(), {}, {});
    expect(page.text()).toContain('Connect a wallet to ask for access.');
    expect(page.buttons()).not.toContain('Request access');
    expect(page.sent('MyAccessRequests')).toEqual([]);
  });

  it('is offered only when it is known that none is open', async () => {
    await open({});
    expect(page.buttons()).toEqual([]);
    await page.end();
    await open(mine());
    expect(page.buttons()).toEqual(['Request access']);
  });

  it.each([
    ['UNAUTHORIZED', 'This wallet may not read that.'],
    ['NOT_FOUND', 'There is no such lab.'],
    ['UPSTREAM_UNAVAILABLE', 'The chain could not be read.'],
  ])('that could not be read (%s) says why, and offers no second one', async (code, message) => {
    await open({ MyAccessRequests: refused(code, message) });
    expect(page.text()).toContain(message);
    expect(page.buttons()).toEqual(['Copy the request id', 'Try again']);
  });

  it('that is open can be withdrawn, not repeated', async () => {
    let state = 'OPEN';
    await open({
      MyAccessRequests: () => ({ myAccessRequests: pageOf([{ ...request({ wallet: reader }), state }]) }),
      WithdrawAccessRequest: () => {
        state = 'WITHDRAWN';
        return { withdrawAccessRequest: { request: null, message: '', error: null } };
      },
    });
    expect(page.text()).toContain('You asked to become a viewer');
    expect(page.buttons()).toEqual(['Withdraw']);
    await page.click('Withdraw');
    expect(page.sent('WithdrawAccessRequest')).toEqual([{ id: '0x0a' }]);
    expect(page.buttons()).toEqual(['Request access']);
  });

  it('that could not be withdrawn stays, with the reason', async () => {
    await open({
      ...mine(request()),
      WithdrawAccessRequest: refused('FAILED_PRECONDITION', 'It was granted meanwhile.'),
    });
    await page.click('Withdraw');
    expect(page.text()).toContain('It was granted meanwhile.');
    expect(page.buttons()).toContain('Withdraw');
  });

  it('that was declined shows who declined it and why, and can be repeated', async () => {
    await open(mine(request({ state: 'DECLINED', decision })));
    expect(page.text()).toContain('declined your request');
    expect(page.text()).toContain('Not yet.');
    expect(page.buttons()).toContain('Ask again');
  });

  it('is a renewal for a role that ends soon', async () => {
    await open(mine(), { renews: 'CONTRIBUTOR' });
    expect(page.buttons()).toEqual(['Ask to renew']);
  });

  it('tells the page once when it is granted, and not of grants before', async () => {
    const onGranted = vi.fn();
    await open(mine(request({ state: 'GRANTED' })), { onGranted });
    expect(onGranted).not.toHaveBeenCalled();
    await page.end();

    let state = 'OPEN';
    await open(
      {
        MyAccessRequests: () => ({ myAccessRequests: pageOf([{ ...request(), state }]) }),
        WithdrawAccessRequest: () => {
          state = 'GRANTED';
          return { withdrawAccessRequest: { request: null, message: '', error: null } };
        },
      },
      { onGranted },
    );
    await page.click('Withdraw');
    expect(onGranted).toHaveBeenCalledOnce();
  });
});

describe('asking', () => {
  const sent = { RequestAccess: { requestAccess: { request: null, message: '', error: null } } };

  it('needs the wallet itself, besides the session', async () => {
    await open({ ...mine(), ...questions }, {}, { session: reader });
    await page.click('Request access');
    expect(page.text()).toContain('What you promise');
    expect(page.buttons()).not.toContain('Sign and send');
    expect(page.buttons().join()).toContain('Connect wallet');
  });

  it('signs and sends nothing without an answer to each question', async () => {
    await open({ ...mine(), ...questions });
    await page.click('Request access');
    await page.type('Why?', 'To repeat it.');
    await page.submit();
    expect(page.all('[role="alert"]').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^The answer /),
    ]);
    expect(signTypedData).not.toHaveBeenCalled();
    expect(page.sent('RequestAccess')).toEqual([]);
  });

  it('sends what was signed, for the file, and closes', async () => {
    await open({ ...mine(), ...questions, ...sent }, { file: { ref: 'did:odf:1', path: 'assay.csv' } });
    await page.click('Request access');
    expect(page.text()).toContain('To open assay.csv');
    expect(page.all('label').map(({ textContent }) => textContent)).not.toContain('Role');
    await page.type('Why?', ' To repeat it. ');
    await page.type('Where?', 'Basel');
    await page.submit();
    const asked = {
      ...{
        oclId: '0x01',
        role: 'VIEWER',
        ref: 'did:odf:1',
        until: expect.any(String),
        promise: 'I promise.',
      },
      answers: [
        { question: 'Why?', answer: 'To repeat it.' },
        { question: 'Where?', answer: 'Basel' },
      ],
      ...{ wallet: reader, issuedAt: expect.any(String) },
    };
    expect(page.sent('RequestAccess')).toEqual([{ input: asked, signature: '0x5161' }]);
    const [{ input }] = page.sent('RequestAccess') as [{ input: { until: string; issuedAt: string } }];
    expect(signTypedData).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        message: {
          ...asked,
          until: input.until,
          issuedAt: input.issuedAt,
          site: location.host,
          invitation: '',
        },
      }),
    );
    expect(page.text()).not.toContain('What you promise');
  });

  it('offers the earlier answers again after a refusal by the lab', async () => {
    await open({ ...mine(request({ state: 'DECLINED', decision })), ...questions });
    await page.click('Ask again');
    expect(page.all('textarea').map((field) => (field as HTMLTextAreaElement).value)).toEqual([
      'To repeat it.',
      '',
    ]);
  });

  it('that the service refuses says why and keeps the answers', async () => {
    const refusal = refused('FAILED_PRECONDITION', 'This wallet has the role.');
    await open({ ...mine(), ...questions, RequestAccess: refusal });
    await page.click('Request access');
    await page.type('Why?', 'To repeat it.');
    await page.type('Where?', 'Basel');
    await page.submit();
    expect(page.text()).toContain('This wallet has the role.');
    expect(page.all('textarea')[1]).toHaveProperty('value', 'Basel');
  });

  it('that is declined in the wallet sends nothing, and is no failure', async () => {
    await open({ ...mine(), ...questions });
    signTypedData.mockRejectedValueOnce(Object.assign(new Error('No.'), { code: 4001 }));
    await page.click('Request access');
    await page.type('Why?', 'To repeat it.');
    await page.type('Where?', 'Basel');
    await page.submit();
    expect(page.text()).toContain('You declined the request in your wallet.');
    expect(page.all('[role="alert"]')).toEqual([]);
    expect(page.sent('RequestAccess')).toEqual([]);
  });

  it('says why the questions could not be read', async () => {
    await open({ ...mine(), AccessQuestions: refused('NOT_FOUND', 'There is no such lab.') });
    await page.click('Request access');
    expect(page.text()).toContain('There is no such lab.');
    expect(page.button('Sign and send').disabled).toBe(true);
  });
});
