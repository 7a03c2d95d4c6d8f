/** Images of the example labs: SVG by the lab's name. The third lab has none. */
export const images: Readonly<Record<string, string>> = {
  'Thermostable Lipase Screen': plate(),
  'Low-field MRI Coil': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="512" height="512"><rect width="96" height="96" fill="#12324f"/><g fill="none" stroke="#9cc7ea" stroke-width="3"><circle cx="48" cy="48" r="34"/><circle cx="48" cy="48" r="25" stroke="#d9ecfa"/><circle cx="48" cy="48" r="16"/><path d="M48 14V2M48 82v12" stroke="#f0b429"/></g></svg>`,
};

/** A plate of 6 by 6 wells, two of them highlighted. */
function plate(): string {
  const wells = Array.from({ length: 36 }, (_, at) => {
    const [column, row] = [at % 6, Math.floor(at / 6)];
    const fill = at === 15 || at === 28 ? '#f0b429' : (at * 7) % 5 < 2 ? '#5fa889' : '#2f6b55';
    return `<circle cx="${13 + column * 14}" cy="${13 + row * 14}" r="5" fill="${fill}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="512" height="512"><rect width="96" height="96" fill="#17382e"/>${wells.join('')}</svg>`;
}
