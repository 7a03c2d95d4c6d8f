import type { Change, Node } from './syntax.ts';

/** Declarations that an author could confuse with each other. */
export interface Scope {
  /** Parameters, results and local variables of the function. */
  variables: readonly Node[];
  /** Functions of the contract that read and are called by name. */
  functions: readonly Node[];
}

/** What can be named inside of `node`: in a contract, in a function, or as around it. */
export function scopeOf(node: Node, around: Scope): Scope {
  if (node.nodeType === 'ContractDefinition')
    return { variables: [], functions: (node.nodes ?? []).filter(isRead) };
  if (node.nodeType !== 'FunctionDefinition') return around;
  return { ...around, variables: variablesIn(node) };
}

/** Another name of the same type, the origin of the transaction for the sender, and no time for the time. */
export function confusionsOf(node: Node, scope: Scope, text: (node: Node) => string): Change[] {
  if (node.nodeType === 'MemberAccess') {
    if (text(node) === 'msg.sender') return [{ kind: 'identifier', node, after: 'tx.origin' }];
    return text(node) === 'block.timestamp' ? [{ kind: 'clock', node, after: '0' }] : [];
  }
  if (node.nodeType !== 'Identifier') return [];
  const variables = scope.variables.filter((other) => startOf(other) < startOf(node));
  const after = neighbour(node, variables) ?? neighbour(node, scope.functions);
  return after ? [{ kind: 'identifier', node, after }] : [];
}

/** Each statement exchanged with the next one, where both only act and one can notice the other. */
export function reordered({ statements = [] }: Node, text: (node: Node) => string): Change[] {
  return statements.flatMap((first, at) => {
    const second = statements[at + 1];
    if (!second || !isAction(first) || !isAction(second) || !areDependent(first, second, text)) return [];
    const node = { nodeType: 'Statements', src: `${startOf(first)}:${endOf(second) - startOf(first)}` };
    return [{ kind: 'order', node, after: `${text(second)}; ${text(first)};`, statement: true }];
  });
}

/** Each value of an event replaced with the zero of its type. */
export function emptied(call: Node, text: (node: Node) => string): Change[] {
  return (call.arguments ?? []).flatMap((node) => {
    const after = zeroOf(node.typeDescriptions?.typeString ?? '');
    return after === undefined || text(node) === after ? [] : [{ kind: 'value', node, after }];
  });
}

/** The next declaration of the same type, and after the last one the first. */
function neighbour({ name, referencedDeclaration }: Node, declarations: readonly Node[]): string | undefined {
  const own = declarations.find(({ id }) => id === referencedDeclaration);
  if (!own) return undefined;
  const alike = declarations.filter(
    (other) => other.name && other.name !== name && typeOf(other) === typeOf(own),
  );
  return (alike.find((other) => startOf(other) > startOf(own)) ?? alike[0])?.name;
}

/** Type of a variable; types of the parameters and results of a function. */
function typeOf({ typeDescriptions, parameters, returnParameters }: Node): string | undefined {
  if (!parameters) return typeDescriptions?.typeString;
  const types = [parameters, returnParameters].map((list) => list?.parameters.map(typeOf));
  return JSON.stringify(types);
}

const isRead = ({ nodeType, name, stateMutability, visibility }: Node) =>
  nodeType === 'FunctionDefinition' &&
  Boolean(name) &&
  visibility !== 'external' &&
  (stateMutability === 'view' || stateMutability === 'pure');

/** Statements that end with a semicolon and leave no name behind. */
const isAction = ({ nodeType }: Node) => nodeType === 'ExpressionStatement' || nodeType === 'EmitStatement';

/** Assignments of different variables can change places unnoticed, and an event does not see what it does not name. */
function areDependent(first: Node, second: Node, text: (node: Node) => string): boolean {
  const [changed, changedNext] = [changedBy(first), changedBy(second)];
  const names = (node: Node, target: Node | undefined) => target && hasName(text(node), text(target));
  if (!changed && !changedNext) return text(first) !== text(second);
  const isCall = [first, second].some(({ expression }) => expression?.nodeType === 'FunctionCall');
  return isCall || Boolean(names(second, changed) || names(first, changedNext));
}

/** Whether code has a name, and not only a longer one that begins with it. */
const hasName = (code: string, name: string) =>
  code
    .split(name)
    .slice(1)
    .some((after) => !/^[\w$]/.test(after));

/** What an assignment, an increment or a deletion changes. */
const changedBy = ({ expression }: Node): Node | undefined =>
  expression?.leftHandSide ?? expression?.subExpression;

/** All variables that are declared in a node. */
function variablesIn(node: Node): Node[] {
  const own = node.nodeType === 'VariableDeclaration' ? [node] : [];
  const inner = Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'nodeType' in value);
  return [...own, ...inner.flatMap(variablesIn)];
}

function zeroOf(type: string): string | undefined {
  if (/^u?int\d+$/.test(type)) return '0';
  if (/^bytes\d+$/.test(type)) return `${type}(0)`;
  if (type === 'address') return 'address(0)';
  return type === 'bool' ? 'false' : undefined;
}

const startOf = ({ src }: Node): number => Number(src.split(':')[0]);
const endOf = ({ src }: Node): number => startOf({ nodeType: '', src }) + Number(src.split(':')[1]);
