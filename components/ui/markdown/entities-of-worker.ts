import { characterEntities } from 'character-entities';

/**
 * The parser's build for browsers decodes `&amp;` by an element of the document. A worker has no document: here one
 * stands in for it while the parser is loaded, and its element knows the same names.
 */
const element = {
  innerHTML: '',
  get textContent() {
    const name = this.innerHTML.slice(1, -1);
    return Object.hasOwn(characterEntities, name) ? characterEntities[name] : this.innerHTML;
  },
};
Object.assign(globalThis, { document: { createElement: () => element } });
