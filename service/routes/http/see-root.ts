/** The sentence that ends messages for callers that do not know the service yet. */
export const SEE_ROOT = 'GET / describes this service.';
