import { describe, expect, test } from 'vitest';
import { faultInSvg } from '../../../../src/discover/catalogue/check-svg.ts';

const svg = (content: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${content}</svg>`;

const HTML = ' xmlns:x="http://www.w3.org/1999/xhtml"';

/** What Inkscape 1.3 saves by default, shortened. */
const INKSCAPE = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->

<svg
   width="48"
   height="48"
   viewBox="0 0 12.7 12.7"
   version="1.1"
   id="svg5"
   inkscape:version="1.3.2 (091e20e, 2023-11-25)"
   sodipodi:docname="logo.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns="http://www.w3.org/2000/svg"
   xmlns:svg="http://www.w3.org/2000/svg"
   xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
   xmlns:cc="http://creativecommons.org/ns#"
   xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="8" showgrid="false">
    <inkscape:grid type="xygrid" id="grid1" />
  </sodipodi:namedview>
  <metadata id="metadata5">
    <rdf:RDF>
      <cc:Work rdf:about="">
        <dc:format>image/svg+xml</dc:format>
        <dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage" />
        <cc:license rdf:resource="http://creativecommons.org/publicdomain/zero/1.0/" />
      </cc:Work>
    </rdf:RDF>
  </metadata>
  <defs id="defs2" />
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1">
    <path style="fill:#1a5fb4;stroke-width:0.26" d="m 1,1 h 10 v 10 z" sodipodi:nodetypes="cccc" />
  </g>
</svg>
`;

describe('a logo may have', () => {
  test.each([
    ['shapes and text', svg('<title>A &amp; B &#233;</title><g fill="#fff"><path d="M0 0h8v8z"/></g>')],
    [
      'a declaration and a comment',
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Made by hand > -->\n${svg('<g/>')}\n`,
    ],
    [
      'a document type without entities',
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('<g/>')}`,
    ],
    ['a byte order mark', `\uFEFF${svg('<g/>')}`],
    ['references to its own parts', svg('<use href="#a"/><g fill="url(#b)" style="clip-path: url( \'#c\')"/>')],
    ['a style sheet', svg('<style>@media print { g > a { fill: url("#b") } }</style>')],
    ['a picture of pixels inside', svg('<image href="data:image/png;base64,AAAA"/>')],
    ['names of an editor', svg('<g inkscape:label="x" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"/>')],
    ['a namespace that it does not use', svg('<g xmlns:x="http://www.w3.org/1999/xhtml"/>')],
    ['links in the notation of SVG 1.1', svg('<use xlink:href="#a"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"')],
    ['a language', svg('<text xml:lang="de" xml:space="preserve">A</text>')],
    ['all that Inkscape writes', INKSCAPE],
    ['gradients of a style sheet', svg('<style>g{fill:url(#a)}</style><linearGradient id="a"/><g/>')],
    ['brackets and quotes in texts', svg('<g id="a(" aria-label="It’s a \' (b"><title>(\'</title></g>')],
    ['a part that is drawn often', svg(`<g id="a"><path/></g>${'<use href="#a"/>'.repeat(400)}`)],
    ['a > in a quoted value', svg('<g aria-label="a > b"/>')],
  ])('%s', (_, text) => {
    expect(faultInSvg(text)).toBeNull();
  });
});

describe('a logo is refused with', () => {
  test.each([
    [svg('<script>alert(1)</script>'), 'an element <script>'],
    [svg('<x:SCRIPT/>', ' xmlns:x="http://www.w3.org/2000/svg"'), 'an element <x:SCRIPT>'],
    [svg('<foreignObject/>'), 'an element <foreignObject>'],
    [svg('<animate attributeName="href"/>'), 'an element <animate>'],
    [svg('<g/>', ' onload="x()"'), 'an event handler onload'],
    [svg('<g\n  ONCLICK = "x()"/>'), 'an event handler ONCLICK'],
    [svg('<a href="javascript:x()"/>'), 'a link (href)'],
    [
      svg('<image xlink:href="https://example.org/a.png"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
      'a link (xlink:href)',
    ],
    [svg('<a href=" #a"/>'), 'a link (href)'],
    [svg('<use href="data:image/svg+xml;base64,AAAA"/>'), 'a link (href)'],
    [svg('<g style="fill: url(https://example.org/x)"/>'), 'refers to something'],
    [svg('<g fill=\'URL( "//example.org/x")\'/>'), 'refers to something'],
    [svg('<style>@import "x.css";</style>'), 'imports another style sheet'],
    [svg('<style>a { fill: \\75rl(x) }</style>'), 'refers to something'],
    [svg('<g filter="blur(1px) drop-shadow(0 0 red) u&#x5c;72l(//x)"/>'), 'refers to something'],
    [svg('<g style="mask:src(\'//x\')"/>'), 'refers to something'],
    [svg('<g style="--a:url(//x)"/>'), 'refers to something'],
    [svg('<g xml:base="//x"/>'), 'a link (xml:base)'],
    [svg('<filter><feImage href="//x"/></filter>'), 'a link (href)'],
    [svg('<style>a { fill: &#117;rl(x) }</style>'), 'refers to something'],
    [svg('<g fill="u&#114;l(//x)"/>'), 'refers to something'],
    [`<!DOCTYPE svg [<!ENTITY x "y">]>${svg('<g/>')}`, 'a document type'],
    [`<!DOCTYPE svg [%x;]>${svg('<g/>')}`, 'a document type'],
    [`<?xml-stylesheet href="x.css"?>${svg('<g/>')}`, 'a processing instruction'],
    [`<?xml version="1.0" encoding="ISO-8859-1"?>${svg('<g/>')}`, 'UTF-8'],
    [svg('<g fill=red/>'), 'not well-formed'],
    [`<!--><script>x()</script>-->${svg('<g/>')}`, 'begins with >'],
    [svg('<![CDATA[x]]>'), 'a CDATA section'],
    [svg('<g><a></g></a>'), 'unexpected close tag'],
    [svg('<g>'), 'unexpected close tag'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', 'unclosed tag: svg'],
    ['', 'must contain a root element'],
    ['a logo', 'text data outside of root'],
    [`${svg('<g/>')}${svg('<g/>')}`, 'contain only one'],
    ['<html xmlns="http://www.w3.org/2000/svg"></html>', 'without a prefix, as its root element'],
    [svg('<style>@imp<!-- -->ort "x.css";</style>'), 'inside <style>'],
    [svg('<style>@imp<g/>ort "x.css";</style>'), 'inside <style>'],
    [svg('<style>@imp<?xml version="1.0"?>ort "x";</style>'), 'an XML declaration'],
    [svg('<x:meta http-equiv="refresh"/>', HTML), 'an element <x:meta> that is not in the SVG namespace'],
    [svg('<x:img srcset="//x/a 2x"/>', HTML), 'an element <x:img> that is not in the SVG namespace'],
    [svg('<g><x:form action="//x"><x:button/></x:form></g>', HTML), 'an element <x:form>'],
    [svg('<meta xmlns="http://www.w3.org/1999/xhtml"/>'), 'an element <meta> that is not in the SVG namespace'],
    [svg('<dc:p xmlns:dc="http://www.w3.org/1999/xhtml"/>'), 'an element <dc:p>'],
    [svg('<g xmlns=""/>'), 'an element <g> that is not in the SVG namespace'],
    [svg('<x:g/>'), 'unbound namespace'],
    [svg('<g x:y="1"/>', ' xmlns:x="urn:x"'), 'an attribute x:y in a namespace'],
    [svg('<g fill="#fff" fill="#000"/>'), 'duplicate attribute'],
    [svg('<a href="#a" ping="//x"/>'), 'a link (ping)'],
    [svg('<g style="fill:url(\' https://x.example/a\')"/>'), 'refers to something'],
    [svg('<g filter="url(//x.example/a#b)"/>'), 'refers to something'],
    [svg('<g mask="url( \' //x.example/a#b\')"/>'), 'refers to something'],
    [svg('<g cursor="url(https://x.example/a), auto"/>'), 'refers to something'],
    [svg('<g style="mask:image-set(\'//x.example/a\' 1x)"/>'), 'refers to something'],
    [svg('<style>a { fill: url(&quot; //x.example/a&quot;) }</style>'), 'refers to something'],
    [svg('<style>a { b { @namespace } fill: url(//x) }</style>'), 'refers to something'],
    [svg('<style>@font-face { src: url(#a) }</style>'), 'loads a font'],
    [svg('<text>&nbsp;</text>'), 'undefined entity'],
    [`<!DOCTYPE html>${svg('<g/>')}`, 'a document type'],
    [
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">${svg('<g/>')}`,
      'a document type',
    ],
    [`<!DOCTYPE svg SYSTEM "https://x.example/a.dtd">${svg('<g/>')}`, 'a document type'],
    [svg('<g>'.repeat(100) + '</g>'.repeat(100)), 'more than 100 levels deep'],
    [svg(`<style>${'a{'.repeat(3000)}</style>`), 'more than 100 levels deep'],
    [svg(`<g fill="${'('.repeat(3000)}"/>`), 'more than 100 levels deep'],
    [svg('<g id="a"><g id="b"><use href="#a"/></g></g>'), 'an element inside itself'],
    [svg('<use href="#%61"/>'), 'a link (href)'],
    [svg('<use href="#a "/>'), 'a link (href)'],
    [svg('<style>g{fill:url(#a)}</style><pattern id="a"/>'), 'elements other than'],
    ...['<use href="#L"/>', '<g fill="url(#L)"/>', '<g style="mask:url(\'#L\')"/>'].map((use): [string, string] => [
      svg(
        Array.from({ length: 8 }, (_, level) => `<g id="l${level}">${use.replace('L', `l${level + 1}`).repeat(12)}</g>`)
          .concat('<path id="l8"/>')
          .join(''),
      ),
      'more than 1000 elements by reference',
    ]),
    ['<svg><g/></svg>', 'must have xmlns'],
  ])('%s', (text, reason) => {
    expect(faultInSvg(text)?.reason).toContain(reason);
  });

  test('the offset of what is wrong', () => {
    const text = svg('<g/><script/>');
    expect(faultInSvg(text)?.at).toBe(text.indexOf('<script'));
  });
});
