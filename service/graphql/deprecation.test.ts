import { type ASTNode, buildSchema, parse, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readSchemaText } from '#contract/schema-text.ts';
import { deprecationHeaders } from '#routes/http/deprecation-headers.ts';
import { deprecationIn } from './deprecation.ts';

const schema = buildSchema(`
  directive @deprecation(since: String!, sunset: String) on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
  input Filter { old: Int @deprecated @deprecation(since: "2026-03-01"), new: Int }
  enum Order { OLD @deprecated @deprecation(since: "2026-04-01", sunset: "2026-12-01"), NEW }
  type Lab {
    createdBy: String @deprecated(reason: "Use changeBy.") @deprecation(since: "2026-01-31", sunset: "2027-01-31")
    ancient: String @deprecated
    changeBy: String
  }
  type Query { lab(by: String @deprecated @deprecation(since: "2026-02-01"), filter: Filter, order: Order): Lab }`);
const headersOf = (document: string) => {
  const deprecation = deprecationIn(schema, parse(document));
  return deprecation && deprecationHeaders(deprecation, 'https://labs.example.org/developers');
};
const day = (date: string) => `@${Date.parse(date) / 1_000}`;

describe('the answer to a document', () => {
  test('that uses nothing deprecated has no header', () => {
    expect(headersOf('{ lab(filter: { new: 1 }, order: NEW) { changeBy } }')).toBeNull();
  });

  test('says since when a field is deprecated, until when it works, and where the replacement is described', () => {
    expect(headersOf('query { lab { ...F } } fragment F on Lab { by: createdBy }')).toEqual({
      deprecation: day('2026-01-31'),
      sunset: 'Sun, 31 Jan 2027 00:00:00 GMT',
      link: '<https://labs.example.org/developers>; rel="deprecation"; type="text/html"',
    });
  });

  test.each([
    ['an argument', '{ lab(by: "x") { changeBy } }', '2026-02-01'],
    ['a field of an input', '{ lab(filter: { old: 1 }) { changeBy } }', '2026-03-01'],
    ['a value of an enum', '{ lab(order: OLD) { changeBy } }', '2026-04-01'],
  ])('says the same of %s', (_, document, since) => {
    expect(headersOf(document)).toMatchObject({ deprecation: day(since) });
  });

  test('that uses several names the earliest dates', () => {
    expect(headersOf('{ lab(by: "x", order: OLD) { createdBy } }')).toMatchObject({
      deprecation: day('2026-01-31'),
      sunset: 'Tue, 01 Dec 2026 00:00:00 GMT',
    });
  });
});

test('everything deprecated in the schema has the day since when, and days are dates', () => {
  const wrong: string[] = [];
  const directivesOf = (node: ASTNode) => ('directives' in node ? (node.directives ?? []) : []);
  visit(parse(readSchemaText()), {
    enter(node) {
      const named = (name: string) => directivesOf(node).find((directive) => directive.name.value === name);
      const dates = (named('deprecation')?.arguments ?? []).map(
        ({ value }) => 'value' in value && value.value,
      );
      const areDates = dates.every(
        (date) => /^\d{4}-\d\d-\d\d$/.test(String(date)) && Date.parse(String(date)),
      );
      if (Boolean(named('deprecated')) !== Boolean(named('deprecation')) || !areDates)
        wrong.push('name' in node && node.name ? node.name.value : node.kind);
    },
  });
  expect(wrong).toEqual([]);
});
