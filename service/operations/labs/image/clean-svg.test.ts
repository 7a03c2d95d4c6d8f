import { describe, expect, test } from 'vitest';
import { cleanSvg } from './clean-svg.ts';
import { RejectedImageError } from './rejected-image-error.ts';

const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${content}</svg>`;
/** The cleaned drawing, without the size that every one gets. */
const clean = (source: string) =>
  cleanSvg(Buffer.from(source)).replace(/ viewBox="[^"]*" width="\d+" height="\d+"/, '');
const empty = '<svg xmlns="http://www.w3.org/2000/svg"/>';

function refusal(source: string | Buffer): string | undefined {
  try {
    cleanSvg(Buffer.from(source));
    return undefined;
  } catch (error) {
    if (error instanceof RejectedImageError) return error.reason;
    throw error;
  }
}

describe('a cleaned SVG', () => {
  test('keeps shapes, text and paint', () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="paint"><stop offset="0" stop-color="#1f4e79"/></linearGradient></defs><g transform="translate(1 2)" fill="url(#paint)"><circle cx="5" cy="5" r="4"/><path d="M0 0h20" stroke="red"/><text x="1" y="2" font-family="Curl Sans">50 mT &amp; more</text></g></svg>`;
    expect(clean(drawing)).toBe(drawing);
  });

  test('keeps its colours from style sheets and style attributes, without any CSS', () => {
    const styled = svg(
      `<style>/* by a program */ @font-face { font-family: x; src: url(https://evil.example/f) }
        @media print { .a { fill: blue } } @import "https://evil.example/";
        circle { fill: grey; stroke: green } .a, .b { fill: red } #one { stroke: url(#paint) !important }
        .a > circle { fill: black }</style>
        <circle id="one" class="x a" style="opacity:.5;position:fixed;background:url(https://evil.example/)"/><circle/>
        <style><![CDATA[ path { fill: none } ]]></style><path/>`,
    );
    const found = clean(styled);
    expect(found).toContain('<circle id="one" fill="red" stroke="url(#paint)" opacity=".5"/>');
    expect(found).toContain('<circle fill="grey" stroke="green"/><path fill="none"/>');
    expect(found).not.toMatch(/style|class|evil|position/);
  });

  test('keeps references within itself, in their present form', () => {
    expect(clean(svg('<linearGradient id="b" xlink:href="#a"/><textPath href="#c">x</textPath>'))).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg"><linearGradient id="b" href="#a"/><textPath href="#c">x</textPath></svg>',
    );
  });

  test.each([
    ['a program', '<script>alert(1)</script>'],
    ['a program from elsewhere', '<script href="https://evil.example/x.js"/>'],
    ['a program of another language', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'],
    [
      'a page',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    ],
    ['HTML', '<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/>'],
    [
      'an embedded image',
      '<image href="https://evil.example/x.png"/><image xlink:href="data:image/png;base64,AA"/>',
    ],
    ['copies', '<use xlink:href="https://evil.example/x.svg#a"/><use href="#a"/>'],
    [
      'animation of a link',
      '<animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onclick" to="alert(1)"/>',
    ],
    ['filters', '<filter id="f"><feImage href="https://evil.example/x"/></filter>'],
    ['a handler', '<handler xmlns="http://www.w3.org/2001/xml-events">alert(1)</handler>'],
    ['metadata', '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>'],
    ['an instruction', '<?xml-stylesheet href="https://evil.example/x.css"?>'],
    ['a comment', '<!-- <script> -->'],
  ])('loses %s', (_, content) => {
    expect(clean(svg(content))).toBe(empty);
  });

  test.each([
    ['events', '<path onclick="alert(1)" onload="alert(1)" ONFOCUS="alert(1)"/>'],
    ['paint from elsewhere', '<path fill="url(https://evil.example/x#a)" mask="url( //evil.example/ )"/>'],
    [
      'paint that hides where it is from',
      '<path fill="\\75rl(https://evil.example)" stroke="u\\rl(#a)" filter="url(#f)"/>',
    ],
    [
      'links from elsewhere',
      '<path xlink:href="https://evil.example" href="javascript:alert(1)" xml:base="https://evil.example"/>',
    ],
    ['styles', '<path style="background:url(https://evil.example)" class="a"/>'],
    ['data for programs', '<path data-x="1" aria-label="x" tabindex="0" nonce="x"/>'],
    ['odd names', '<path id="javascript:alert(1)"/>'],
  ])('loses attributes: %s', (_, content) => {
    expect(clean(svg(content))).toBe('<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>');
  });

  test('loses its document type and other attributes of its root', () => {
    expect(clean(svg('', ' onload="alert(1)" xml:space="preserve" version="1.1"'))).toBe(empty);
    expect(
      clean(`<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://x">${svg('')}`),
    ).toBe(empty);
  });

  test('keeps the content of links and of `switch`', () => {
    const chosen = svg(
      '<switch><foreignObject/><g><a href="https://evil.example"><path d="M0 0"/></a></g></switch> and words',
    );
    expect(clean(chosen)).toBe('<svg xmlns="http://www.w3.org/2000/svg"><g><path d="M0 0"/></g></svg>');
  });

  test('keeps text as text', () => {
    expect(
      clean(svg('<text>&lt;script&gt;alert(1)&lt;/script&gt;<![CDATA[<script>]]></text>')),
    ).not.toContain('<script');
  });

  test('does not change when it is cleaned again', () => {
    const once = clean(svg('<style>path{fill:red}</style><path d="M0 0" class="a"/><text>&lt;b&gt;</text>'));
    expect(clean(once)).toBe(once);
  });

  test.each([
    [
      'entities that grow',
      `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${svg('<text>&b;</text>')}`,
    ],
    [
      'a file behind an entity',
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`,
    ],
    ['a definition from elsewhere', `<!DOCTYPE svg SYSTEM "https://evil.example/x.dtd" [ %x; ]>${svg('')}`],
  ])('with %s is refused', (_, source) => {
    expect(refusal(source)).toBe('SVG_ENTITIES');
  });

  test.each([
    ['more elements than a drawing needs', svg('<g/>'.repeat(10_001))],
    ['more levels than a drawing needs', svg(`${'<g>'.repeat(65)}${'</g>'.repeat(65)}`)],
    ['far more levels', svg(`${'<g>'.repeat(20_000)}${'</g>'.repeat(20_000)}`)],
    ['more attributes', svg(`<g ${Array.from({ length: 20_000 }, (_, at) => `a${at}="/>"`).join(' ')}/>`)],
    ['more style', svg(`<style>${'g{fill:red}'.repeat(1_001)}</style>`)],
    ['a longer style', svg(`<style>${'/*'.repeat(100_000)}</style>`)],
    ['more text', svg(`<text>${'a'.repeat(2_001)}</text>`)],
  ])('with %s is refused before it takes long', (_, source) => {
    expect(refusal(source)).toBe('TOO_COMPLEX');
  });

  test.each([
    ['TYPE_MISMATCH', '<html><body/></html>'],
    ['TYPE_MISMATCH', '<html><svg xmlns="http://www.w3.org/2000/svg"/></html>'],
    ['TYPE_MISMATCH', '<svg/>'],
    ['TYPE_MISMATCH', ''],
    ['TYPE_MISMATCH', Buffer.from([0xff, 0xfe, 0x3c, 0x00])],
    ['DAMAGED', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['DAMAGED', svg('<g></path>')],
    ['DAMAGED', svg('<text>&nbsp;</text>')],
    ['TOO_MANY_PIXELS', svg('', ' width="50000" height="50000"')],
    ['TOO_MANY_PIXELS', svg('', ' viewBox="0 0 1e9 1e9"')],
  ])('is refused as %s: %j', (reason, source) => {
    expect(refusal(source)).toBe(reason);
  });

  test('gets the size in which it is shown, and keeps its proportions', () => {
    const root = (attributes: string) =>
      /<svg[^>]*>/.exec(cleanSvg(Buffer.from(svg('', attributes))).toString())?.[0];
    const sized = (box: string, width: number, height: number) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}"/>`;
    expect(root(' viewBox="0 0 24 12"')).toBe(sized('0 0 24 12', 1024, 512));
    expect(root(' viewBox="-5,-5 10 20" width="100%" height="100%"')).toBe(sized('-5 -5 10 20', 512, 1024));
    expect(root(' width="210mm" height="297mm"')).toMatch(/width="724" height="1024"/);
    expect(root(' width="50" viewBox="0 0 10 20"')).toBe(sized('0 0 10 20', 512, 1024));
    expect(root('')).toBe(sized('0 0 300 150', 1024, 512));
    expect(root(' viewBox="0 0 1 1000000"')).toBe(sized('0 0 1 1000000', 1, 1024));
    expect(root(' viewBox="0 0 0 NaN" width="1e999" height="-4"')).toBe(sized('0 0 300 150', 1024, 512));
  });

  test('may paint with gradients within masks and patterns, and clip its groups', () => {
    const drawing =
      '<defs><linearGradient id="b"><stop offset="0"/></linearGradient><linearGradient id="a" href="#b"/><mask id="m"><rect width="9" height="9" fill="url(#a)"/></mask><clipPath id="c"><rect width="9" height="9"/></clipPath></defs><g clip-path="url(#c)"><g mask="url(#m)"><path d="M0 0h9"/></g></g>';
    expect(clean(svg(drawing))).toBe(`<svg xmlns="http://www.w3.org/2000/svg">${drawing}</svg>`);
  });

  test.each([
    [
      'a marker within a marker',
      '<marker id="a"><path d="M0 0h9"/></marker><marker id="b"><path d="M0 0h9" marker-end="url(#a)"/></marker>',
    ],
    [
      'a clip path that is clipped',
      '<clipPath id="a"><path d="M0 0h9"/></clipPath><clipPath id="b" clip-path="url(#a)"/>',
    ],
    ['a mask within a mask', '<mask id="a"/><mask id="b"><g><rect mask="url(#a)"/></g></mask>'],
    [
      'a pattern of a pattern',
      '<pattern id="a"/><pattern id="b"><rect fill="url(#c)"/></pattern><pattern id="c" href="#a"/>',
    ],
    [
      'a pattern within a mask, by its style',
      '<style>.x{fill:url(#a)}</style><pattern id="a"/><mask id="b"><rect class="x"/></mask>',
    ],
    [
      'a marker at ten thousand vertices',
      `<marker id="a"><path d="M0 0h9"/></marker><path d="M${'1 2 '.repeat(10_000)}" marker-mid="url(#a)"/>`,
    ],
    [
      'a pattern that shapes inherit',
      `<pattern id="a">${'<rect width="1" height="1"/>'.repeat(30)}</pattern><g fill="url(#a)">${'<rect width="9" height="9"/>'.repeat(400)}</g>`,
    ],
  ])('with %s is refused, because it multiplies', (_, content) => {
    expect(refusal(svg(content))).toBe('TOO_COMPLEX');
  });
});
