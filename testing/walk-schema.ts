import {
  buildClientSchema,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type Proof, post } from './test-client.ts';
import type { TestService } from './test-service.ts';

/** GraphQL literals by argument name, e.g. `{ oclId: '"0x…"', page: '0' }`. */
export type Arguments = Readonly<Record<string, string>>;

/** Fields per document: so few that its answer stays below the limit of cost too. */
const FIELDS = 60;

interface Selection {
  text: string;
  /** `Type.field` of everything selected. */
  fields: string[];
}

export async function introspect(service: TestService): Promise<GraphQLSchema> {
  const { body } = await post(service, getIntrospectionQuery());
  return buildClientSchema(body.data);
}

/**
 * Asks every query for every field that can be reached below it, in as many documents as that takes, and returns the
 * answers as they came. Fails when a required argument has no value in `args`, or when a field was never asked for: new
 * fields and queries are covered without a change here.
 */
export async function askForEverything(
  service: TestService,
  schema: GraphQLSchema,
  args: Readonly<Record<string, readonly Arguments[]>>,
  proof: Proof,
): Promise<string[]> {
  const answers: string[] = [];
  const asked = new Set<string>();
  const query = schema.getQueryType();
  if (!query) throw new Error('The schema has no queries.');
  for (const root of Object.values(query.getFields())) {
    const variants = args[root.name] ?? (root.args.some(isRequiredArgument) ? [] : [{}]);
    if (variants.length === 0) throw new Error(`Give arguments for the query ${root.name}.`);
    for (const selection of selectionsOf(schema, root.type)) {
      for (const values of variants) {
        const call = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
        const document = `{ ${root.name}${call.length > 0 ? `(${call.join(', ')})` : ''} ${selection.text} }`;
        const { status, headers, body } = await post(service, document, {}, proof);
        const text = JSON.stringify(body);
        if (status !== 200) throw new Error(`HTTP ${status} for ${document}: ${text}`);
        answers.push(text, JSON.stringify([...headers]));
        for (const field of selection.fields) asked.add(field);
      }
    }
  }
  for (const field of reachable(schema, query)) {
    if (!asked.has(field) && !field.startsWith('Query.')) throw new Error(`${field} was not asked for.`);
  }
  return answers;
}

/** Selections that together have every field below a type, each small enough for one document. */
function selectionsOf(schema: GraphQLSchema, output: GraphQLOutputType): Selection[] {
  const type = getNamedType(output);
  if (isLeafType(type)) return [{ text: '', fields: [] }];
  const paths: { path: string[]; fields: string[] }[] = [];
  const visit = (named: ReturnType<typeof getNamedType>, path: string[], seen: ReadonlySet<string>) => {
    if (isAbstractType(named)) {
      for (const member of schema.getPossibleTypes(named))
        visit(member, [...path, `... on ${member.name}`], seen);
    } else if (isObjectType(named) && !seen.has(named.name)) {
      const fields = Object.values(named.getFields());
      const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
      const names = ['__typename', ...leaves.map((field) => field.name)].join(' ');
      paths.push({ path: [...path, names], fields: fields.map((field) => `${named.name}.${field.name}`) });
      for (const field of fields) {
        if (leaves.includes(field)) continue;
        // Short pages, so that all of a document stays below the limit of cost.
        const page = field.args.some((arg) => arg.name === 'perPage') ? '(perPage: 2)' : '';
        visit(getNamedType(field.type), [...path, `${field.name}${page}`], new Set([...seen, named.name]));
      }
    }
  };
  visit(type, [], new Set());
  const selections: Selection[] = [];
  let current: Selection = { text: '', fields: [] };
  let size = 0;
  for (const { path, fields } of paths) {
    if (size + fields.length + path.length > FIELDS) {
      selections.push(current);
      [current, size] = [{ text: '', fields: [] }, 0];
    }
    const text = path.reduceRight((inner, name) => (inner === '' ? name : `${name} { ${inner} }`), '');
    current = { text: `${current.text} ${text}`, fields: [...current.fields, ...fields] };
    size += fields.length + path.length;
  }
  selections.push(current);
  return selections.map(({ text, fields }) => ({ text: `{ ${text} }`, fields }));
}

/** `Type.field` of everything below a type. */
function reachable(schema: GraphQLSchema, root: GraphQLObjectType): Set<string> {
  const found = new Set<string>();
  const types = new Set<string>();
  const visit = (type: ReturnType<typeof getNamedType>) => {
    if (isAbstractType(type)) for (const member of schema.getPossibleTypes(type)) visit(member);
    if (!isObjectType(type) || types.has(type.name)) return;
    types.add(type.name);
    for (const field of Object.values(type.getFields())) {
      found.add(`${type.name}.${field.name}`);
      visit(getNamedType(field.type));
    }
  };
  visit(root);
  return found;
}
