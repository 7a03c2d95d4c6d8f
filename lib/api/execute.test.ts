import { CombinedError } from '@urql/core';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from './api-failure.ts';
import { dataOf, failureOf } from './execute.ts';

const inBand = {
  code: 'CONFLICT',
  message: 'There is a file at this path already.',
  requestId: 'req-1',
  retryable: false,
  details: '{"reason":"PATH_OCCUPIED"}',
};

function failure(result: Parameters<typeof dataOf>[0]): ApiFailure {
  try {
    dataOf(result);
  } catch (error) {
    if (error instanceof ApiFailure) return error;
  }
  throw new Error('It did not fail');
}

describe('the data of an operation', () => {
  it('is given only where no error stands in it', () => {
    const data = { createLab: { lab: { oclId: '0x1' }, error: null } };
    expect(dataOf({ data, error: undefined })).toBe(data);
  });

  it('turns an in-band error into a failure with its code, reason and request id', () => {
    const failed = failure({
      data: { finishCreateOrUpdateFile: { datasetId: null, error: inBand } },
      error: undefined,
    });
    expect(failed).toMatchObject({
      code: 'CONFLICT',
      reason: 'PATH_OCCUPIED',
      requestId: 'req-1',
      retryable: false,
    });
  });

  it('reads the code of a thrown error from where the service writes it', () => {
    const thrown = {
      message: 'No such lab',
      errorType: 'NOT_FOUND',
      errorInfo: { requestId: 'req-2' },
      path: ['labActivity'],
    };
    const error = new CombinedError({ graphQLErrors: [thrown] });
    expect(failureOf(error)).toMatchObject({
      code: 'NOT_FOUND',
      message: 'No such lab',
      requestId: 'req-2',
      retryable: false,
    });
  });

  it('tells a lost connection from an answer', () => {
    const error = new CombinedError({ networkError: new TypeError('fetch failed') });
    expect(failureOf(error)).toMatchObject({ code: 'NETWORK_ERROR', retryable: true, requestId: undefined });
  });

  it('survives details that are no JSON', () => {
    const failed = failure({
      data: { deleteDataRoomFile: { error: { ...inBand, details: 'oops' } } },
      error: undefined,
    });
    expect(failed.reason).toBeUndefined();
  });
});
