import fc from 'fast-check';
import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { OperationField } from './operation-documents.ts';

/** Texts that often break services. None contains a word that error messages must not show. */
const texts = [
  '',
  ' ',
  "' or '1'='1",
  "'; drop table labs; --",
  "\\'; --",
  '$1',
  '%',
  '_%\\',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  'a\u0000b',
  '\u0000',
  '\ud800',
  'x\udfffy',
  '\u202egnp.exe',
  '\u200b\ufeff',
  'Z\u0351\u036b\u0343\u036a\u0302a\u0334l\u0328go',
  '👩‍👩‍👧‍👦',
  'İıſK',
  '<script>alert(1)</script>',
  '#{7*7}{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e309',
  '9007199254740993',
  'true',
  '{}',
  '[]',
  '{"__proto__":{"a":1}}',
  '[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]',
  'x\r\nx-injected: 1',
  '2026-13-45T99:99:99Z',
  'did:odf:fed01',
  `0x${'0'.repeat(64)}`,
  `0x0101${'f'.repeat(60)}`,
  `0x${'f'.repeat(40)}`,
  '0x',
  '*/*',
  'text/html; charset="\\"',
  ':userAddress',
  'A'.repeat(300),
  'é'.repeat(1_025),
  'a/'.repeat(600),
  '9'.repeat(5_000),
  'A'.repeat(70_000),
  '['.repeat(40_000),
  'ﷺ'.repeat(100_000),
];

const anyCodeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units));

const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  anyCodeUnits,
  fc.json({ maxDepth: 3 }),
);

const numbers = fc.oneof(
  fc.constantFrom(0, -1, 1, 20, 2_147_483_647, -2_147_483_648),
  fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
);

/** Any JSON value. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e300, 2_147_483_648, [], {}, [[]], [null], {
    a: { b: {} },
  }),
  hostileText,
  fc.jsonValue({ maxDepth: 4 }),
);

/** Valid values by the name of the argument, or of operation and argument. */
export type Plausible = Readonly<Record<string, readonly unknown[]>>;

/**
 * Variables for an operation: in half of the cases all values are hostile, in the other half all but up to two are valid, so
 * that checks after the first ones are reached too.
 */
export function hostileVariables(field: OperationField, plausible: Plausible): fc.Arbitrary<object> {
  const names = field.args.map(({ name }) => name);
  const likely = (name: string) => plausible[`${field.name}.${name}`] ?? plausible[name];
  const hostile = Object.fromEntries(
    field.args.map(({ name, type }) => [name, hostileValue(type, likely(name))]),
  );
  const good = Object.fromEntries(
    names.map((name) => [name, fc.constantFrom(...(likely(name) ?? [undefined]))]),
  );
  const spoiled = fc
    .tuple(fc.record(good), fc.record(hostile), fc.subarray(names, { maxLength: Math.min(2, names.length) }))
    .map(([base, other, places]) => ({
      ...base,
      ...Object.fromEntries(places.map((name) => [name, other[name]])),
    }));
  return fc.oneof(fc.record(hostile), spoiled);
}

/** Mostly of the right shape with hostile content, sometimes plausible, sometimes of another type altogether. */
function hostileValue(type: GraphQLInputType, plausible: readonly unknown[] = []): fc.Arbitrary<unknown> {
  const isRequired = isNonNullType(type);
  return fc.oneof(
    { weight: 12, arbitrary: wellShaped(isRequired ? type.ofType : type) },
    { weight: 1, arbitrary: anything },
    ...(plausible.length > 0 ? [{ weight: 8, arbitrary: fc.constantFrom(...plausible) }] : []),
    ...(isRequired ? [] : [{ weight: 5, arbitrary: fc.constantFrom(undefined, null) }]),
  );
}

function wellShaped(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (isListType(type))
    return fc.oneof(
      fc.array(hostileValue(type.ofType), { maxLength: 4 }),
      fc.constant(Array.from({ length: 2_000 }, () => 'x')),
    );
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return fc.record(Object.fromEntries(fields.map((field) => [field.name, hostileValue(field.type)])));
  }
  if (isEnumType(type))
    return fc.oneof(fc.constantFrom(...type.getValues().map(({ name }) => name)), hostileText);
  if (String(type) === 'Int') return numbers;
  return String(type) === 'Boolean' ? fc.boolean() : hostileText;
}
