import { getNamedType, isEnumType, isLeafType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { expect, test } from 'vitest';
import * as queries from '../routes/mcp/queries.ts';
import { resources } from '../routes/public-data/resources.ts';
import { serviceSchema } from './schema.ts';
import { isWrittenByOthers } from './written-by-others.ts';

/** Names of fields that the service computes or checks: identifiers, hashes, amounts, cursors, times, and words of its own. */
const ofTheService =
  /\.(?:accessLevel|address(?:es)?|agreementContentHash|amount|asset|assignee|cap|changeBy|code|completedAt|completedBy|contentHash|contentLength|contractAddress|createdBy|cursor|details|did|dueOn|encryptedBy|encryptionSystem|endCursor|eventName|expiry|grantedAt|id|initialSupply|labAccountAddress|labNftTokenId|message|network|oclId|predicates|previousAccessLevel|price|provedLabNftTokenId|reason|ref|requestId|supply|threadId|tokenContract|tokenizedBy|transaction|txHash|walletAddress|wrapper)$/;

test('every text that programs read without a credential is known as written by others, or as of the service', () => {
  const schema = serviceSchema();
  const unknown = new Set<string>();
  for (const document of [...resources.map((resource) => resource.document), ...Object.values(queries)]) {
    const types = new TypeInfo(schema);
    visit(
      parse(document),
      visitWithTypeInfo(types, {
        Field({ name: { value: name } }) {
          const [parent, type] = [types.getParentType(), types.getType()];
          const named = getNamedType(type);
          if (!parent || !named || name === '__typename' || !isLeafType(named) || isEnumType(named)) return;
          if (!['String', 'ID', 'AWSJSON', 'JSON'].includes(named.name)) return;
          const isKnown = isWrittenByOthers(parent.name, name) || ofTheService.test(`.${name}`);
          if (!isKnown) unknown.add(`${parent.name}.${name}`);
        },
      }),
    );
  }
  expect([...unknown]).toEqual([]);
});
