interface ByteReason {
  status: 400 | 403 | 404 | 408 | 409 | 412 | 413 | 500 | 503 | 507;
  meaning: string;
  /** What the caller should do. */
  action: string;
}

/** Reasons for which a request to upload or download bytes is rejected: `reason` in the body, with its HTTP status. */
export const byteReasons = {
  SIGNATURE_MISMATCH: {
    status: 403,
    meaning: 'The URL was not issued by the service, was changed, or is for another method.',
    action: 'Use the URL exactly as issued.',
  },
  URL_EXPIRED: { status: 403, meaning: 'The URL has expired.', action: 'Request a new URL.' },
  URL_ALREADY_USED: {
    status: 412,
    meaning: 'The URL was already used for an upload.',
    action: 'Finish that upload, or start a new one.',
  },
  CONTENT_TYPE_MISMATCH: {
    status: 403,
    meaning: '`Content-Type` differs from the one that the URL was issued for.',
    action: 'Send the content type given with the URL.',
  },
  LENGTH_MISMATCH: {
    status: 403,
    meaning: 'The body is longer than announced.',
    action: 'Send exactly the announced number of bytes, or start a new upload.',
  },
  BODY_TOO_SHORT: { status: 400, meaning: 'The body ended early.', action: 'Send it again.' },
  TOO_LARGE: { status: 413, meaning: 'The image is too large.', action: 'Send a smaller one.' },
  UPLOAD_IN_PROGRESS: {
    status: 409,
    meaning: 'Another upload to this URL is in progress.',
    action: 'Wait until it ends.',
  },
  TOO_MANY_UPLOADS: {
    status: 503,
    meaning: 'Too many images are being uploaded.',
    action: 'Try again after `Retry-After`.',
  },
  NO_SUCH_UPLOAD: {
    status: 404,
    meaning: 'The upload that this part belongs to has ended.',
    action: 'Finish it, or start a new one.',
  },
  NO_SUCH_OBJECT: { status: 404, meaning: 'The object does not exist.', action: 'Request the file again.' },
  NO_SUCH_IMAGE: {
    status: 404,
    meaning: 'The image does not exist.',
    action: 'Request the lab or the profile again.',
  },
  TOO_SLOW: { status: 408, meaning: 'The body took too long to arrive.', action: 'Send it again.' },
  STORAGE_FULL: { status: 507, meaning: 'The storage is full.', action: 'Contact the operator.' },
  INTERNAL_ERROR: { status: 500, meaning: 'The storage failed.', action: 'Try again.' },
} as const satisfies Record<string, ByteReason>;

export type ByteReasonName = keyof typeof byteReasons;
