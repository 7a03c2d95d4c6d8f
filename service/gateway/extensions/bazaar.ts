import { bazaarExtension, type DescribedRequest, terseBazaarExtension } from '@labroom/payments';
import { stripIgnoredCharacters } from 'graphql';

/** A call with an example. The schemas are those of the document. */
interface DescribedCall extends Omit<DescribedRequest, 'body'> {
  document: string;
  exampleVariables: Readonly<Record<string, unknown>>;
}

/** The x402 extension `bazaar` of a mutation. */
export const bazaarOfCall = ({ document, exampleVariables, request, response, path }: DescribedCall) =>
  bazaarExtension({ body: { query: document, variables: exampleVariables }, request, response, path });

/** The same for the header of a 402. `/.well-known/x402.json` has all of it. */
export const terseBazaarOfCall = ({
  document,
  exampleVariables: variables,
  request,
  response,
  path,
}: DescribedCall) =>
  terseBazaarExtension({
    body: { query: stripIgnoredCharacters(document), variables },
    request,
    response,
    path,
  });
