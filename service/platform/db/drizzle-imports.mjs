// `node --import` this before a program that uses Drizzle. Node looks up the format of each module in its package.json, which
// for Drizzle has 447 exports: parsing it a hundred times took 0.6 s of CPU time and 150 MB. All of Drizzle's `.js` files
// are modules, so files that they name need no look.
import module from 'node:module';

const drizzle = /\/node_modules\/drizzle-orm\/.*\.js$/;

// Nothing on a Node before 22.15, which a program of the environment may use.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (!/^\.\.?\/.*\.js$/.test(specifier) || !drizzle.test(parentURL)) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
