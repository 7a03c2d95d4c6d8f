import { bazaarExtension } from '@labroom/payments';
import type { JsonSchema } from '@labroom/protocol/json-schema-dialect';
import { stripIgnoredCharacters } from 'graphql';

/** A call with an example. The schemas are those of the document. */
interface DescribedCall {
  document: string;
  exampleVariables: Readonly<Record<string, unknown>>;
  request: JsonSchema;
  response: JsonSchema;
  /** Where it is called, with the stage. */
  path: string;
}

/** The x402 extension `bazaar` of a mutation. */
export const bazaarOfCall = ({ document, exampleVariables, request, response, path }: DescribedCall) =>
  bazaarExtension(
    { body: { query: document, variables: exampleVariables }, request, response, path },
    'whole',
  );

/** The same for the header of a 402. `/.well-known/x402.json` has all of it. */
export function terseBazaarOfCall(call: DescribedCall) {
  const { exampleVariables: variables, request, response, path } = call;
  const query = stripIgnoredCharacters(call.document);
  return bazaarExtension({ body: { query, variables }, request, response, path }, 'terse');
}
