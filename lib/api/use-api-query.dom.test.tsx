import { DidLinkDocument } from '@labroom/client/documents';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserApi } from './browser-client.ts';
import { useApiQuery } from './use-api-query.ts';

const everyMilliseconds = 1_000;
let requests = 0;
let answer: () => Response;

const linked = (status: string) => () =>
  Response.json({
    data: {
      getDidLinkStatus: {
        __typename: 'DidLinkStatusResult',
        didLinkStatus: { __typename: 'DidLinkStatus', status },
      },
    },
  });

beforeEach(() => {
  requests = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Status() {
  const { data, failure } = useApiQuery(
    DidLinkDocument,
    { oclId: '0x1' },
    {
      requestPolicy: 'network-only',
      poll: { everyMilliseconds, isFinal: (last) => last.getDidLinkStatus.didLinkStatus.status === 'LINKED' },
    },
  );
  return [failure?.code, data?.getDidLinkStatus.didLinkStatus.status].filter(Boolean).join(' ');
}

it('polls after pending responses and after failures, keeps data meanwhile, and stops at a final response', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const wait = () => act(() => vi.advanceTimersByTimeAsync(everyMilliseconds));
  answer = linked('PENDING');
  await act(async () =>
    root.render(
      <Provider value={browserApi(null)}>
        <Status />
      </Provider>,
    ),
  );
  await vi.waitFor(() => expect(place.textContent).toBe('PENDING'));
  answer = () => {
    throw new TypeError('offline');
  };
  await wait();
  await vi.waitFor(() => expect(place.textContent).toBe('NETWORK_ERROR PENDING'));
  answer = linked('LINKED');
  await wait();
  await vi.waitFor(() => expect(place.textContent).toBe('LINKED'));
  expect(requests).toBe(3);
  await wait();
  await wait();
  expect(requests).toBe(3);
  await act(async () => root.unmount());
});

it('stops polling when the component unmounts', async () => {
  const root = createRoot(document.createElement('div'));
  answer = linked('PENDING');
  await act(async () =>
    root.render(
      <Provider value={browserApi(null)}>
        <Status />
      </Provider>,
    ),
  );
  await vi.waitFor(() => expect(requests).toBe(1));
  await act(async () => root.unmount());
  await vi.advanceTimersByTimeAsync(3 * everyMilliseconds);
  expect(requests).toBe(1);
});
