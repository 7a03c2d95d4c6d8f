interface ByteReason {
  status: 400 | 403 | 404 | 408 | 409 | 412 | 413 | 500 | 503 | 507;
  meaning: string;
  /** What the caller does. */
  action: string;
}

/** Why an address of bytes refuses a request: `reason` in the body, with its HTTP status. */
export const byteReasons = {
  SIGNATURE_MISMATCH: {
    status: 403,
    meaning: 'The URL was not given out, was changed, or is not for this method.',
    action: 'Use the URL as it was given out.',
  },
  URL_EXPIRED: { status: 403, meaning: 'The URL has expired.', action: 'Ask for a new one.' },
  URL_ALREADY_USED: {
    status: 412,
    meaning: 'The URL took an upload before.',
    action: 'Finish that upload, or start a new one.',
  },
  CONTENT_TYPE_MISMATCH: {
    status: 403,
    meaning: '`Content-Type` is not the one that the URL was given out for.',
    action: 'Send that one.',
  },
  LENGTH_MISMATCH: {
    status: 403,
    meaning: 'The body does not have the bytes that were announced.',
    action: 'Send exactly as many, or start a new upload.',
  },
  BODY_TOO_SHORT: { status: 400, meaning: 'The body ended early.', action: 'Send it again.' },
  TOO_LARGE: { status: 413, meaning: 'The picture has too many bytes.', action: 'Send a smaller one.' },
  UPLOAD_IN_PROGRESS: {
    status: 409,
    meaning: 'Another upload to this URL is in progress.',
    action: 'Wait for it to end.',
  },
  TOO_MANY_UPLOADS: {
    status: 503,
    meaning: 'Too many pictures arrive at once.',
    action: 'Try again after `Retry-After`.',
  },
  NO_SUCH_OBJECT: { status: 404, meaning: 'There are no such bytes.', action: 'Ask for the file again.' },
  NO_SUCH_IMAGE: { status: 404, meaning: 'The image does not exist.', action: 'Ask for the lab again.' },
  TOO_SLOW: { status: 408, meaning: 'The body took too long to arrive.', action: 'Send it again.' },
  STORAGE_FULL: { status: 507, meaning: 'The storage is full.', action: 'Tell the operator.' },
  INTERNAL_ERROR: { status: 500, meaning: 'The storage failed.', action: 'Try again.' },
} as const satisfies Record<string, ByteReason>;

export type ByteReasonName = keyof typeof byteReasons;
