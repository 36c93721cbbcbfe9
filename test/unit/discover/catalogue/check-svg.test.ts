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
    ['a script', svg('<script>alert(1)</script>'), 'an element <script>'],
    [
      'a script in capitals and with a prefix',
      svg('<x:SCRIPT/>', ' xmlns:x="http://www.w3.org/2000/svg"'),
      'an element <x:SCRIPT>',
    ],
    ['a foreign object', svg('<foreignObject/>'), 'an element <foreignObject>'],
    ['an animation, which can change a link', svg('<animate attributeName="href"/>'), 'an element <animate>'],
    ['an event handler', svg('<g/>', ' onload="x()"'), 'an event handler onload'],
    ['an event handler on a line of its own', svg('<g\n  ONCLICK = "x()"/>'), 'an event handler ONCLICK'],
    ['a link to a script', svg('<a href="javascript:x()"/>'), 'a link href'],
    [
      'a link to another site',
      svg('<image xlink:href="https://example.org/a.png"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
      'a link xlink:href',
    ],
    ['a link that begins with a blank', svg('<a href=" #a"/>'), 'a link href'],
    ['another document inside', svg('<use href="data:image/svg+xml;base64,AAAA"/>'), 'a link href'],
    ['a style that loads something', svg('<g style="fill: url(https://example.org/x)"/>'), 'loads something'],
    ['a fill that loads something', svg('<g fill=\'URL( "//example.org/x")\'/>'), 'loads something'],
    ['an imported style sheet', svg('<style>@import "x.css";</style>'), 'imports another style sheet'],
    ['an escape in a style', svg('<style>a { fill: \\75rl(x) }</style>'), 'loads something'],
    ['a filter within others', svg('<g filter="blur(1px) drop-shadow(0 0 red) u&#x5c;72l(//x)"/>'), 'loads something'],
    ['a function with a text', svg('<g style="mask:src(\'//x\')"/>'), 'loads something'],
    ['a custom property', svg('<g style="--a:url(//x)"/>'), 'loads something'],
    ['a base', svg('<g xml:base="//x"/>'), 'a link xml:base'],
    ['a filter’s image', svg('<filter><feImage href="//x"/></filter>'), 'a link href'],
    ['a reference in a style', svg('<style>a { fill: &#117;rl(x) }</style>'), 'loads something'],
    ['a reference in an attribute', svg('<g fill="u&#114;l(//x)"/>'), 'loads something'],
    ['entities', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('<g/>')}`, 'a document type'],
    ['entities of another file', `<!DOCTYPE svg [%x;]>${svg('<g/>')}`, 'a document type'],
    ['a style sheet of another file', `<?xml-stylesheet href="x.css"?>${svg('<g/>')}`, 'a processing instruction'],
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${svg('<g/>')}`, 'UTF-8'],
    ['unquoted attributes', svg('<g fill=red/>'), 'not well-formed'],
    ['a comment that HTML ends sooner', `<!--><script>x()</script>-->${svg('<g/>')}`, 'begins with >'],
    ['a section of characters', svg('<![CDATA[x]]>'), 'a section of characters'],
    ['tags that cross', svg('<g><a></g></a>'), 'unexpected close tag'],
    ['an element that never ends', svg('<g>'), 'unexpected close tag'],
    ['an end that is missing', '<svg xmlns="http://www.w3.org/2000/svg">', 'unclosed tag: svg'],
    ['nothing', '', 'must contain a root element'],
    ['no element', 'a logo', 'text data outside of root'],
    ['two roots', `${svg('<g/>')}${svg('<g/>')}`, 'contain only one'],
    ['another root', '<html xmlns="http://www.w3.org/2000/svg"></html>', 'one root element'],
    ['a style split by a comment', svg('<style>@imp<!-- -->ort "x.css";</style>'), 'inside <style>'],
    ['a style split by an element', svg('<style>@imp<g/>ort "x.css";</style>'), 'inside <style>'],
    ['a style split by a declaration', svg('<style>@imp<?xml version="1.0"?>ort "x";</style>'), 'an XML declaration'],
    ['an element of HTML', svg('<x:meta http-equiv="refresh"/>', HTML), 'an element <x:meta> of a namespace'],
    ['a picture of HTML', svg('<x:img srcset="//x/a 2x"/>', HTML), 'an element <x:img> of a namespace'],
    ['a form of HTML', svg('<g><x:form action="//x"><x:button/></x:form></g>', HTML), 'an element <x:form>'],
    ['HTML without a prefix', svg('<meta xmlns="http://www.w3.org/1999/xhtml"/>'), 'an element <meta> of a namespace'],
    ['HTML inside an editor’s prefix', svg('<dc:p xmlns:dc="http://www.w3.org/1999/xhtml"/>'), 'an element <dc:p>'],
    ['an element of no namespace', svg('<g xmlns=""/>'), 'an element <g> of a namespace'],
    ['a prefix without a namespace', svg('<x:g/>'), 'unbound namespace'],
    ['an attribute of another namespace', svg('<g x:y="1"/>', ' xmlns:x="urn:x"'), 'an attribute x:y of a namespace'],
    ['an attribute twice', svg('<g fill="#fff" fill="#000"/>'), 'duplicate attribute'],
    ['a link that reports clicks', svg('<a href="#a" ping="//x"/>'), 'a link ping'],
    ['an address after a blank', svg('<g style="fill:url(\' https://x.example/a\')"/>'), 'loads something'],
    ['a filter of elsewhere', svg('<g filter="url(//x.example/a#b)"/>'), 'loads something'],
    ['a mask of elsewhere', svg('<g mask="url( \' //x.example/a#b\')"/>'), 'loads something'],
    ['a cursor of elsewhere', svg('<g cursor="url(https://x.example/a), auto"/>'), 'loads something'],
    ['a list of images', svg('<g style="mask:image-set(\'//x.example/a\' 1x)"/>'), 'loads something'],
    ['an entity in a style', svg('<style>a { fill: url(&quot; //x.example/a&quot;) }</style>'), 'loads something'],
    ['a namespace in a style', svg('<style>a { b { @namespace } fill: url(//x) }</style>'), 'loads something'],
    ['a font', svg('<style>@font-face { src: url(#a) }</style>'), 'loads a font'],
    ['an entity that is not defined', svg('<text>&nbsp;</text>'), 'undefined entity'],
    ['the document type of HTML', `<!DOCTYPE html>${svg('<g/>')}`, 'a document type'],
    [
      'the document type of XHTML',
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">${svg('<g/>')}`,
      'a document type',
    ],
    [
      'a document type of elsewhere',
      `<!DOCTYPE svg SYSTEM "https://x.example/a.dtd">${svg('<g/>')}`,
      'a document type',
    ],
    ['too many levels', svg('<g>'.repeat(100) + '</g>'.repeat(100)), 'more than 100 deep'],
    ['too many levels of rules', svg(`<style>${'a{'.repeat(3000)}</style>`), 'more than 100 deep'],
    ['too many levels of brackets in an attribute', svg(`<g fill="${'('.repeat(3000)}"/>`), 'more than 100 deep'],
    ['a part within itself', svg('<g id="a"><g id="b"><use href="#a"/></g></g>'), 'a part within itself'],
    ['a reference that hides its name', svg('<use href="#%61"/>'), 'a link href'],
    ['a reference with a blank', svg('<use href="#a "/>'), 'a link href'],
    [
      'a style sheet that refers to patterns',
      svg('<style>g{fill:url(#a)}</style><pattern id="a"/>'),
      'other parts than',
    ],
    ...['<use href="#L"/>', '<g fill="url(#L)"/>', '<g style="mask:url(\'#L\')"/>'].map(
      (use): [string, string, string] => [
        `eight levels of twelve times ${use}`,
        svg(
          Array.from(
            { length: 8 },
            (_, level) => `<g id="l${level}">${use.replace('L', `l${level + 1}`).repeat(12)}</g>`,
          )
            .concat('<path id="l8"/>')
            .join(''),
        ),
        'more than 1000 elements by reference',
      ],
    ),
    ['no namespace', '<svg><g/></svg>', 'must have xmlns'],
  ])('%s', (_, text, reason) => {
    expect(faultInSvg(text)?.reason).toContain(reason);
  });

  test('the offset of what is wrong', () => {
    const text = svg('<g/><script/>');
    expect(faultInSvg(text)?.at).toBe(text.indexOf('<script'));
  });
});
