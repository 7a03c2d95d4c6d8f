/** The used part of the syntax tree. */
export interface Node {
  nodeType: string;
  id?: number;
  src: string;
  name?: string;
  kind?: string;
  operator?: string;
  value?: unknown;
  condition?: Node;
  trueBody?: Node;
  falseBody?: Node;
  expression?: Node;
  leftExpression?: Node;
  rightExpression?: Node;
  subExpression?: Node;
  leftHandSide?: Node;
  arguments?: Node[];
  /** Of a call with named arguments. */
  names?: string[];
  eventCall?: Node;
  parameters?: { parameters: Node[] };
  returnParameters?: { parameters: Node[] };
  /** Of an identifier: the id of what it names. */
  referencedDeclaration?: number;
  stateMutability?: string;
  visibility?: string;
  /** Of a contract. */
  nodes?: Node[];
  /** Of a block. */
  statements?: Node[];
  typeDescriptions?: { typeString: string };
}

export interface Change {
  kind: string;
  node: Node;
  after: string;
  /** Replaces the statement with its semicolon. */
  statement?: true;
}
