import type { Sources } from '../storage/compile.ts';
import { compile } from '../storage/compile.ts';
import { confusionsOf, emptied, reordered, type Scope, scopeOf } from './confusions.ts';
import type { Change, Node } from './syntax.ts';

/** One change of one source. */
export interface Mutant {
  /**
   * `<contract>.<function or variable>: <kind>: <code before> → <code after>`, with `#2` and so on for repetitions within a
   * declaration. Edits of other declarations do not change it.
   */
  id: string;
  line: number;
  /** Offsets in bytes of the UTF-8 source. */
  start: number;
  end: number;
  after: string;
}

/** The neighbouring comparison, then the opposite one. */
const COMPARISONS: Record<string, readonly [string, string] | readonly [string]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
};
const OPPOSITES: Record<string, string> = {
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '+=': '-=',
  '-=': '+=',
};
const NAMED = new Set([
  'ContractDefinition',
  'FunctionDefinition',
  'ModifierDefinition',
  'VariableDeclaration',
]);

/**
 * All mutants of the source at `path`, in the order of the source. Some may not compile.
 * @throws Error with the compiler's messages if the source does not compile
 */
export function mutantsOf(sources: Sources, path: string): Mutant[] {
  const source = compile(sources, [path]).find((compiled) => compiled.path === path);
  if (!source) throw new Error(`The compiler returned no syntax tree of ${path}`);
  const bytes = Buffer.from(source.source);
  const text = (node: Node) => bytes.subarray(...rangeOf(node)).toString();
  const repetitions = new Map<string, number>();
  const mutants: Mutant[] = [];

  const add = (owner: string, { kind, node, after, statement }: Change) => {
    const [start, nodeEnd] = rangeOf(node);
    const end = statement ? endOfStatement(bytes, nodeEnd) : nodeEnd;
    const name = `${owner}: ${kind}: ${oneLine(text(node))} → ${oneLine(after)}`;
    const count = (repetitions.get(name) ?? 0) + 1;
    repetitions.set(name, count);
    const line = bytes.subarray(0, start).toString().split('\n').length;
    mutants.push({ id: count === 1 ? name : `${name} #${count}`, line, start, end, after });
  };
  const visit = (node: Node, owners: readonly string[], around: Scope) => {
    const scope = scopeOf(node, around);
    const inner = NAMED.has(node.nodeType) && !isLocal(owners, node) ? [...owners, nameOf(node)] : owners;
    if (node.nodeType !== 'ImportDirective' && node.nodeType !== 'PragmaDirective') {
      for (const change of [...changesOf(node, text), ...confusionsOf(node, scope, text)])
        add(inner.join('.'), change);
      for (const child of childrenOf(node)) visit(child, inner, scope);
    }
  };
  visit(source.ast as unknown as Node, [], { variables: [], functions: [] });
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The source with the change of one mutant. */
export function applyMutant(source: string, { start, end, after }: Mutant): string {
  const bytes = Buffer.from(source);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(after), bytes.subarray(end)]).toString();
}

function changesOf(node: Node, text: (node: Node) => string): Change[] {
  switch (node.nodeType) {
    case 'BinaryOperation':
      return operatorsFor(node.operator ?? '').map((operator) => ({
        kind: 'operator',
        node,
        after: `${text(node.leftExpression as Node)} ${operator} ${text(node.rightExpression as Node)}`,
      }));
    case 'Assignment':
      return node.operator && OPPOSITES[node.operator]
        ? [
            {
              kind: 'operator',
              node,
              after: text(node).replace(node.operator, OPPOSITES[node.operator] as string),
            },
          ]
        : [];
    case 'UnaryOperation':
      if (node.operator === '!') return [{ kind: 'negation', node, after: text(node.subExpression as Node) }];
      if (node.operator === '++') return [{ kind: 'operator', node, after: text(node).replace('++', '--') }];
      return node.operator === '--'
        ? [{ kind: 'operator', node, after: text(node).replace('--', '++') }]
        : [];
    case 'IfStatement':
    case 'Conditional':
      return [...negated(node.condition as Node, text), ...forced(node)];
    case 'FunctionCall':
      return node.expression?.name === 'require' && node.arguments?.[0]
        ? negated(node.arguments[0], text)
        : swapped(node, text);
    case 'Block':
      return reordered(node, text);
    case 'RevertStatement':
    case 'ExpressionStatement':
      return [{ kind: 'removal', node, after: '{}', statement: true }];
    case 'EmitStatement':
      return [
        { kind: 'removal', node, after: '{}', statement: true },
        ...emptied(node.eventCall as Node, text),
      ];
    case 'ModifierInvocation':
      return node.kind === 'modifierInvocation' ? [{ kind: 'removal', node, after: '' }] : [];
    case 'Literal':
    case 'YulLiteral':
      return node.kind === 'number' && !node.typeDescriptions?.typeString.startsWith('address')
        ? integersFor(text(node)).map((after) => ({ kind: 'constant', node, after }))
        : [];
    default:
      return [];
  }
}

const operatorsFor = (operator: string): readonly string[] =>
  COMPARISONS[operator] ?? (OPPOSITES[operator] ? [OPPOSITES[operator]] : []);

/** Empty if another mutant of the condition is the same. */
function negated(node: Node, text: (node: Node) => string): Change[] {
  const isNegatedElsewhere =
    node.operator === '!' || (node.operator !== undefined && node.operator in COMPARISONS);
  return isNegatedElsewhere ? [] : [{ kind: 'negation', node, after: `!(${text(node)})` }];
}

/**
 * The condition always true, and always false. If both are killed, the tests depend on both branches. Where the branch only
 * reverts, the second is the removal of the revert.
 */
function forced({ condition, trueBody, falseBody }: Node): Change[] {
  const onlyReverts = trueBody?.nodeType === 'RevertStatement' && !falseBody;
  return (onlyReverts ? ['true'] : ['true', 'false']).map((after) => ({
    kind: 'branch',
    node: condition as Node,
    after,
  }));
}

/** Exchanges each argument of a call with the next one of its type. */
function swapped(call: Node, text: (node: Node) => string): Change[] {
  // The arguments of a struct with names have the order of the names.
  const args = call.names?.length ? [] : (call.arguments ?? []);
  return args.flatMap((first, at) => {
    const type = first.typeDescriptions?.typeString;
    const other = args.findIndex((arg, index) => index > at && arg.typeDescriptions?.typeString === type);
    const second = args[other];
    if (!second || text(first) === text(second)) return [];
    const exchanged = args.map((arg, index) => text(index === at ? second : index === other ? first : arg));
    return [{ kind: 'swap', node: call, after: `${text(call.expression as Node)}(${exchanged.join(', ')})` }];
  });
}

/** One more, one less and zero, with the unit of the literal. */
function integersFor(literal: string): string[] {
  const [digits = '', ...unit] = literal.split(/\s+/);
  if (!/^(0x[0-9a-f_]+|[0-9_]+)$/i.test(digits)) return [];
  const value = BigInt(digits.replaceAll('_', ''));
  const values = new Set([value + 1n, value - 1n, 0n]);
  return [...values]
    .filter((other) => other >= 0n && other !== value)
    .map((other) => [other, ...unit].join(' '));
}

const rangeOf = ({ src }: Node): [start: number, end: number] => {
  const [start = 0, length = 0] = src.split(':').map(Number);
  return [start, start + length];
};

/** The compiler's range of a statement ends before the semicolon. */
function endOfStatement(bytes: Buffer, end: number): number {
  const semicolon = bytes.indexOf(';', end);
  return bytes.subarray(end, semicolon).toString().trim() === '' ? semicolon + 1 : end;
}

const isLocal = (owners: readonly string[], { nodeType }: Node) =>
  nodeType === 'VariableDeclaration' && owners.length > 1;

const nameOf = ({ nodeType, name, kind, parameters }: Node): string =>
  nodeType === 'FunctionDefinition'
    ? `${name || kind}(${parameters?.parameters.map(({ typeDescriptions }) => oneLine(typeDescriptions?.typeString ?? '')).join(',')})`
    : (name ?? '');

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'nodeType' in value && 'src' in value;

/** Types are left out: the size of an array type is no behaviour of its own. */
const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'typeName' || key === 'documentation'
      ? []
      : (Array.isArray(value) ? value : [value]).filter(isNode),
  );

const oneLine = (code: string) => code.replaceAll(/\s+/g, ' ');
