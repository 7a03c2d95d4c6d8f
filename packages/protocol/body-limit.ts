/** Bytes of the body of a GraphQL request, also of one that the web app forwards. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
