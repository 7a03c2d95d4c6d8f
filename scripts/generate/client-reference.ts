import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { readWorkspaces, resolveModule } from '../architecture/workspaces.ts';
import { entriesOf } from '../packages/build-package.ts';
import { publishedPackages } from '../packages/published-packages.ts';

const root = resolve(import.meta.dirname, '../..');
/** Its constants are one per operation, which the reference of operations has. */
const documents = './documents';

type Program = ReturnType<typeof parseSync>['program'];
type Statement = Program['body'][number];
type Declaration = NonNullable<Extract<Statement, { type: 'ExportNamedDeclaration' }>['declaration']>;

/** The exports of `@labroom/client` as Markdown, from the doc comments and declarations of the sources. */
export async function clientReference(): Promise<string> {
  const { client } = publishedPackages;
  const parts: string[] = [];
  for (const [path, entry] of Object.entries(entriesOf(client))) {
    if (path === documents) continue;
    parts.push(`## \`${client.name}${path.slice(1)}\``);
    const exported = await exportsOf(entry);
    for (const one of exported) parts.push(await describe(one.name, one.file));
  }
  return parts.join('\n\n');
}

/** The names that an entry exports again, each with its module. */
async function exportsOf(entry: string): Promise<{ name: string; file: string }[]> {
  const { program } = await parsed(entry);
  const workspaces = readWorkspaces();
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return [];
    const source = statement.source.value;
    const file = resolveModule(workspaces, entry, source);
    if (file === null) throw new Error(`${entry} exports from ${source}, which is no module of a workspace`);
    return statement.specifiers.map(({ exported }) => ({
      name: exported.type === 'Identifier' ? exported.name : exported.value,
      file,
    }));
  });
}

async function describe(name: string, file: string): Promise<string> {
  const { program, comments, text } = await parsed(file);
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) continue;
    const { declaration } = statement;
    if (!namesOf(declaration).includes(name)) continue;
    const comment = comments.findLast(
      ({ type, value, end }) =>
        type === 'Block' &&
        value.startsWith('*') &&
        end <= statement.start &&
        text.slice(end, statement.start).trim() === '',
    );
    const code = file.endsWith('.generated.ts')
      ? `type ${name} = … // see the errors`
      : signatureOf(declaration, text);
    return [`### \`${name}\``, comment ? proseOf(comment.value) : '', `\`\`\`ts\n${code}\n\`\`\``]
      .filter(Boolean)
      .join('\n\n');
  }
  throw new Error(`${file} does not declare ${name}`);
}

function namesOf(declaration: Declaration): string[] {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
}

/** A declaration without the bodies of functions. */
function signatureOf(declaration: Declaration, text: string): string {
  const { start, end } = declaration;
  if (declaration.type === 'FunctionDeclaration' && declaration.body)
    return text.slice(start, declaration.body.start).trim();
  if (declaration.type === 'ClassDeclaration') {
    const { body } = declaration;
    const members = body.body.flatMap((member) => {
      if ('key' in member && member.key.type === 'PrivateIdentifier') return [];
      const inner =
        'value' in member && member.value?.type === 'FunctionExpression' ? member.value.body : null;
      return [`  ${text.slice(member.start, inner?.start ?? member.end).trim()}`];
    });
    return `${text.slice(start, body.start)}{\n${members.join('\n')}\n}`;
  }
  if (declaration.type === 'VariableDeclaration') return text.slice(start, end).split(/ = |\n/)[0] ?? '';
  return text.slice(start, end);
}

const proseOf = (comment: string) =>
  comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/ @(\w+) /g, '\n\n*$1* ')
    .trim();

async function parsed(file: string) {
  const text = await readFile(join(root, file), 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  return { program, comments, text };
}
