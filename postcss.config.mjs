import path from 'node:path';

/**
 * Tailwind resolves its imports by enhanced-resolve, which answers with a NUL before each `#` of a path, so that no file is
 * found in a folder whose name has one. Tailwind asks this function first.
 */
if (process.cwd().includes('#')) {
  globalThis.__tw_resolve = (id, base) =>
    id === 'tailwindcss'
      ? path.join(process.cwd(), 'node_modules', 'tailwindcss', 'index.css')
      : id.startsWith('.') && path.resolve(base, id);
}

export default { plugins: { '@tailwindcss/postcss': {} } };
