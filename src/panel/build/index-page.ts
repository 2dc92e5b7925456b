import { ASSETS } from './bundle-scripts.ts'

type Parts = {
  script: string
  seoWorker: string
  assetList: string
  preloads: readonly string[]
  sheet: string
  screenSheet: string
  font: string | null
  icon: string
}

/**
 * The page behind every path of the panel. The service writes the site's primary language in place of `%LANGUAGE%`, which the script
 * changes to the language of the interface; the website's origin, where that is another one, in place of `%WEBSITE%`; and how long a
 * session lasts, `tab` or `browser`, in place of `%SESSION%`. The id of the style sheet keeps react-aria from adding its own
 * style element, which the policy forbids; the sheet has that rule.
 */
export const indexPage = ({
  script,
  seoWorker,
  assetList,
  preloads,
  sheet,
  screenSheet,
  font,
  icon,
}: Parts) => `<!doctype html>
<html lang="%LANGUAGE%" dir="auto" data-website="%WEBSITE%" data-session="%SESSION%">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="seo-worker" content="${ASSETS}${seoWorker}">
<meta name="assets" content="${ASSETS}${assetList}">
<meta name="screen-styles" content="${ASSETS}${screenSheet}">
<title>Frontage</title>
<link rel="icon" href="${ASSETS}${icon}" type="image/svg+xml">
${font ? `<link rel="preload" href="${ASSETS}${font}" as="font" type="font/woff2" crossorigin>\n` : ''}<link id="react-aria-pressable-style" rel="stylesheet" href="${ASSETS}${sheet}">
${preloads.map((name) => `<link rel="modulepreload" href="${ASSETS}${name}">`).join('\n')}
<script type="module" src="${ASSETS}${script}"></script>
</head>
<body>
<div id="panel"></div>
<noscript>
<p lang="fa" dir="rtl">پنل مدیریت به جاوااسکریپت نیاز دارد؛ آن را در مرورگر خود فعال کنید.</p>
<p lang="en" dir="ltr">The admin panel needs JavaScript; please turn it on in your browser.</p>
</noscript>
</body>
</html>
`
