import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';

/** A regular expression as it stands in a source file. */
export interface WrittenExpression {
  /** Path from the root of the project. */
  file: string;
  line: number;
  expression: RegExp;
}

interface SourceExpressions {
  written: WrittenExpression[];
  /** `file:line` of each expression that is composed while the program runs. */
  composed: string[];
}

/** The regular expressions of the product, by parsing the TypeScript files of its folders; tests are left out. */
export async function expressionsOf(root: string): Promise<SourceExpressions> {
  const found: SourceExpressions = { written: [], composed: [] };
  for await (const file of glob('{service,lib,components,app,packages,web}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(test|suite)\.tsx?$/.test(file)) continue;
    const source = await readFile(path.join(root, file), 'utf8');
    const lineAt = (at: number) => source.slice(0, at).split('\n').length;
    const compose = (callee: { type: string; name?: unknown }, at: number) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        found.composed.push(`${file}:${lineAt(at)}`);
    };
    new Visitor({
      Literal: (node) => {
        if (!('regex' in node)) return;
        const expression = new RegExp(node.regex.pattern, node.regex.flags);
        found.written.push({ file, line: lineAt(node.start), expression });
      },
      NewExpression: ({ callee, start }) => compose(callee, start),
      CallExpression: ({ callee, start }) => compose(callee, start),
    }).visit(parseSync(file, source).program);
  }
  return found;
}
