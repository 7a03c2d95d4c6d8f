import { logFailure, toApiError } from './in-band.ts';
import type { NewFileResultResolvers } from './resolvers.generated.ts';

export const newFileFields: NewFileResultResolvers = {
  error({ error }, _, context) {
    if (!error) return null;
    logFailure(context, 'addFiles', error);
    return toApiError(error, context.requestId);
  },
};
