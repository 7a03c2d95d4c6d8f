/** Maximum body of a GraphQL request in bytes, at the service and in the web app. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
