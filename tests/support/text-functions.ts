// The functions that take texts of people: how each is called with one, or the reason why its texts are short.
// `linear-time.test.ts` holds that none is missing, `linear-time.time.test.ts` measures them.
import { join } from 'node:path'
import {
  type ArrowFunctionExpression,
  type Function as FunctionNode,
  type ParamPattern,
  parseSync,
  type TSType,
} from 'oxc-parser'
import { mediaUrlsIn as mediaUrlsInJson } from '../../src/content/images/media-url.ts'
import { articles } from '../../src/content/resources/articles.ts'
import { FieldTexts } from '../../src/content/search/field-texts.ts'
import { conditionsOf, indexedWords } from '../../src/content/search/search-words.ts'
import { allWordsOf, contentOf } from '../../src/content/search/searchable.ts'
import { queryOf, vectorOf } from '../../src/content/search/text-search-config.ts'
import { matchingSources, resolveLink, toRelativeLink } from '../../src/content/site-path.ts'
import { replaceImage } from '../../src/media/image-usage.ts'
import { changeHtmlLinks, changeXmlLinks, staticLink } from '../../src/moving/transfer/static-links.ts'
import { changeLinks, newLinkOf } from '../../src/moving/wordpress/addresses/body-links.ts'
import { createAddressBook } from '../../src/moving/wordpress/addresses/old-addresses.ts'
import {
  type BlockTools,
  mapClassic,
  unwrapBlocks,
} from '../../src/moving/wordpress/convert/content-blocks.ts'
import { toContentHtml, whyContentTooComplex } from '../../src/moving/wordpress/convert/content-html.ts'
import { headingHtml, linked } from '../../src/moving/wordpress/convert/elementor-values.ts'
import { widgetHtml } from '../../src/moving/wordpress/convert/elementor-widgets.ts'
import { toPlainFaq } from '../../src/moving/wordpress/convert/faq-blocks.ts'
import { picturesIn } from '../../src/moving/wordpress/convert/galleries.ts'
import {
  mediaUrlsIn as mediaUrlsInHtml,
  replaceMediaUrls,
} from '../../src/moving/wordpress/convert/image-library.ts'
import { scanShortcodes } from '../../src/moving/wordpress/convert/scan-shortcodes.ts'
import { linkFirstUrl, type ShortcodeTools } from '../../src/moving/wordpress/convert/shortcode-parts.ts'
import { ellipsize, truncate } from '../../src/moving/wordpress/convert/to-plain-text.ts'
import { unwrapShortcodes } from '../../src/moving/wordpress/convert/unwrap-shortcodes.ts'
import { findMatches } from '../../src/panel/editor/find/find-matches.ts'
import { renameForbidden } from '../../src/panel/editor/paste/rename-forbidden.ts'
import { firstSentences } from '../../src/panel/record/aids/first-sentences.ts'
import { diffText } from '../../src/panel/record/history/diff-text.ts'
import { mergeRichText } from '../../src/panel/record/saving/merge-rich-text.ts'
import { fitText } from '../../src/panel/record/seo/fit-text.ts'
import { normaliseRichText } from '../../src/panel/records/normalise-rich-text.ts'
import { splitTags } from '../../src/panel/records/split-tags.ts'
import { sanitizeRichText } from '../../src/platform/security/sanitize-rich-text.ts'
import { isCopiedText } from '../../src/text/copied-text.ts'
import { csvCell, readCsv } from '../../src/text/csv.ts'
import { attributesIn, mapTags, tokenAt, tokenizeHtml } from '../../src/text/html.ts'
import { linkTypes } from '../../src/text/rich-text-allow-list.ts'
import { analyzeSeo } from '../../src/text/seo-analysis/analyze-seo.ts'
import { analyzeText } from '../../src/text/seo-analysis/analyzed-text.ts'
import { hasKeyphrase, parseKeyphrase, shareOfWords } from '../../src/text/seo-analysis/keyphrase.ts'
import { languageOf } from '../../src/text/seo-analysis/language.ts'
import { isSameKeyphrase } from '../../src/text/seo-analysis/same-keyphrase.ts'
import { searchResultTexts, wholeTitle } from '../../src/text/seo-analysis/search-result.ts'
import { shorten } from '../../src/text/shorten.ts'
import { trimEnd } from '../../src/text/trim-end.ts'
import { linksWithToken, linkWithToken } from '../../src/website/pages/preview-page.ts'
import { parseAddress, readAddress } from '../../src/website/redirects/trace-redirects.ts'
import { richText } from '../../src/website/render/page-components.ts'
import { Languages } from '../../src/website/view/language.ts'
import {
  mediaSource,
  pathOfRecord,
  toAbsolute,
  withAbsoluteLinks,
  withLanguage,
  withMediaBase,
  withPageLanguage,
} from '../../src/website/view/page-links.ts'
import type { Site } from '../../src/website/view/site-view.ts'
import { firstSentence } from '../../src/website/view/text-excerpts.ts'

export type Work = (text: string) => unknown

const root = join(import.meta.dir, '../../src')
const SITE = 'https://site.example'
const bases = { url: SITE, mediaBase: 'https://cdn.example' }
const languages = new Languages(['fa', 'en'])
const english = languages.all[1]!
const book = createAddressBook([SITE])
const keyphrase = parseKeyphrase(
  Array.from({ length: 33 }, (_, at) => `word${at}`).join(' '),
  languageOf('en'),
)
const phrase = parseKeyphrase('word1 word2', languageOf('en'))!
const none = () => ''
const shortcodeTools: ShortcodeTools = {
  remove: none,
  unwrap: none,
  player: (url) => url,
  files: none,
  figures: none,
  gallery: none,
  galleryOf: none,
  asGallery: (html) => html,
}
const blockTools: BlockTools = { reusableBlock: () => null, remove: none, faqs: none }
// `richText` reads no more of a site.
const site = { language: english, bases, findImage: () => null } as unknown as Site
/** Converters of a WordPress import only get what is not refused before. */
const ifSimple =
  (convert: Work): Work =>
  (text) =>
    whyContentTooComplex(text) ?? convert(text)
const rate =
  (language: string): Work =>
  (content) =>
    analyzeSeo({
      language,
      keyphrase: 'word1 word2',
      seoTitle: 'A title',
      seoDescription: '',
      pageTitle: 'A title',
      slug: 'a-title',
      content,
      image: null,
      siteUrl: SITE,
      titleWidth: null,
      othersWithKeyphrase: null,
    })
const row = (text: string) => ({
  id: 1,
  version: 1,
  title: 'A title',
  title_en: text,
  excerpt: text,
  content: text,
  tags: [text],
})

/** Of a function that passes its text to others of the list, which are measured with every shape: every third is enough. */
const CALLER = 3

/** How a text is given to functions that take more than it. Those with one parameter, a text, are called by themselves. */
const CALLS: [called: unknown, work: Work, everyNth?: number][] = [
  // text
  [
    attributesIn,
    (text) => [...tokenizeHtml(`<a ${text}>`)].map(({ attributes }) => attributesIn(attributes)),
  ],
  [mapTags, (text) => mapTags(text, ({ raw }) => raw)],
  [tokenAt, (text) => tokenAt(text, 1)],
  [tokenizeHtml, (text) => tokenizeHtml(`<a ${text}`).toArray()],
  [isCopiedText, (text) => isCopiedText(text, text)],
  [analyzeSeo, rate('en')],
  [analyzeSeo, rate('fa'), CALLER],
  [analyzeText, (text) => analyzeText(text, keyphrase), CALLER],
  [parseKeyphrase, (text) => parseKeyphrase(text, languageOf('fa'))],
  [hasKeyphrase, (text) => hasKeyphrase(text, phrase), CALLER],
  [shareOfWords, (text) => shareOfWords(text, phrase), CALLER],
  [isSameKeyphrase, (text) => isSameKeyphrase(text, `${text} `), CALLER],
  [wholeTitle, (text) => wholeTitle({ title: null, heading: text }, 'Site')],
  [searchResultTexts, (text) => searchResultTexts(() => text, { siteName: 'Site', summary: 'excerpt' })],
  [linkTypes, (text) => linkTypes(text, true)],
  [shorten, (text) => shorten(text, 160)],
  [trimEnd, (text) => trimEnd(text, /[\s\p{P}]/u)],
  // content
  [matchingSources, (text) => matchingSources(`/${text}`, text)],
  [resolveLink, (text) => resolveLink(text, '/a')],
  [toRelativeLink, (text) => toRelativeLink(`${SITE}/${text}`, SITE)],
  [mediaUrlsInJson, (text) => mediaUrlsInJson(JSON.stringify({ text }))],
  [contentOf, (text) => contentOf(new FieldTexts(), articles, row(text), english), CALLER],
  [allWordsOf, (text) => allWordsOf(new FieldTexts(), articles, row(text)), CALLER],
  [vectorOf, (text) => vectorOf('en', [{ words: indexedWords(text), weight: 'A' }])],
  [conditionsOf, (text) => queryOf('en', conditionsOf(text, 10)), CALLER],
  [queryOf, (text) => queryOf('fa', conditionsOf(text, 10)), CALLER],
  // website
  [richText, (text) => richText(site, text), CALLER],
  [withMediaBase, (text) => withMediaBase(bases, text)],
  [linkWithToken, (text) => linkWithToken(`/${text}`, { siteUrl: SITE, token: 'x' })],
  [linksWithToken, (text) => linksWithToken(text, { siteUrl: SITE, token: 'x' })],
  [withPageLanguage, (text) => withPageLanguage(english, text)],
  [withLanguage, (text) => withLanguage(`/${text}`, english)],
  [toAbsolute, (text) => toAbsolute(bases, `/${text}`)],
  [mediaSource, (text) => mediaSource(bases, text)],
  [pathOfRecord, (text) => pathOfRecord('/blog/', text)],
  [readAddress, (text) => readAddress(`/${text}`, SITE)],
  [parseAddress, (text) => parseAddress(`/${text}`, SITE)],
  [withAbsoluteLinks, (text) => withAbsoluteLinks(bases, text)],
  [firstSentence, (text) => firstSentence(text, 'fa')],
  // media
  [
    replaceImage,
    (text) => replaceImage(text, '2026/01/a.jpg', { path: '2026/01/b.jpg', width: 1, height: 1 }),
  ],
  // moving
  [changeHtmlLinks, (text) => changeHtmlLinks(text, SITE, (link) => link)],
  [staticLink, (text) => staticLink(`/${text}`, { siteUrl: SITE, from: '/' })],
  [changeXmlLinks, (text) => changeXmlLinks(text, (link) => link)],
  [changeLinks, ifSimple((text) => changeLinks(text, { book, from: SITE, keep: false }))],
  [newLinkOf, (text) => newLinkOf(`${SITE}/${text}`, { book, from: SITE })],
  [linkFirstUrl, (text) => linkFirstUrl(text, shortcodeTools)],
  [unwrapBlocks, ifSimple((text) => unwrapBlocks(text, blockTools))],
  [mapClassic, (text) => mapClassic(`\u0001${text}\u0002${text}`, (part) => part)],
  [toContentHtml, ifSimple((text) => toContentHtml(text))],
  [headingHtml, (text) => headingHtml(text, '', 'h2', undefined)],
  [linked, (text) => linked(text, { url: text })],
  [widgetHtml, (text) => widgetHtml('text-editor', { editor: text })],
  [toPlainFaq, (text) => toPlainFaq({ question: '?', answer: text }), CALLER],
  [picturesIn, ifSimple((text) => picturesIn(text))],
  [mediaUrlsInHtml, ifSimple(mediaUrlsInHtml)],
  [replaceMediaUrls, ifSimple((text) => replaceMediaUrls(text, (url) => ({ url })))],
  [scanShortcodes, (text) => scanShortcodes(text, { isKnown: () => true, isRaw: (name) => name === 'code' })],
  [scanShortcodes, (text) => scanShortcodes(text, { isKnown: () => false, isRaw: () => false })],
  [unwrapShortcodes, ifSimple((text) => unwrapShortcodes(text, shortcodeTools))],
  [ellipsize, (text) => ellipsize(text, 300)],
  [truncate, (text) => truncate(text, 300)],
  // platform and messages
  [sanitizeRichText, (text) => sanitizeRichText(text, bases)],
  [csvCell, csvCell],
  [readCsv, (text) => readCsv(text).toArray()],
]

const mergeThree = (text: string) => mergeRichText(`<p>${text}</p>`, `<p>${text} a</p>`, `<p>b ${text}</p>`)

/** What the panel does with a whole text, in the browser: measured with fewer shapes. */
export const PANEL: [called: unknown, work: Work][] = [
  [diffText, (text) => diffText(text, `a ${text} b`)],
  [mergeRichText, (text) => mergeThree(text.slice(0, text.length / 3))],
  [findMatches, (text) => findMatches(text, 'aaaa')],
  [renameForbidden, renameForbidden],
  [firstSentences, firstSentences],
  [fitText, (text) => fitText(text, 600, ({ length }) => length * 7)],
  [normaliseRichText, normaliseRichText],
  [splitTags, splitTags],
]

/** Functions whose texts are short, by the reason. */
const SHORT: Record<string, string[]> = {
  'a path, an address, a token or an id of a request, of at most 2,048 characters': [
    'content/definition/find-record.ts lockRow',
    'content/definition/find-record.ts readRow',
    'content/definition/find-record.ts parseName',
    'content/images/image-variants.ts variantUrl',
    'content/preview/preview-token.ts verifyPreviewToken',
    'content/preview/preview-token.ts isOfSite',
    'content/preview/site-previews.ts revokeSitePreview',
    'content/working-copies/future-time.ts futureTime',
    'content/preview/preview-url.ts previewAddressOf',
    'content/preview/read-preview.ts readPreview',
    'content/search/articles-matching.ts articlesMatching',
    'content/search/record-search.ts recordsMatching',
    'media/image-usage.ts copiesShowing',
    'media/image-usage.ts findUsages',
    'media/media-rows.ts readReady',
    'media/reserve-name.ts markReady',
    'media/serve-image.ts findPublicImage',
    'media/serve-image.ts openImage',
    'media/serve-image.ts readPublicImage',
    'media/variant-request.ts formatOf',
    'media/variants.ts chooseVariant',
    'media/variants.ts isCurrentVariant',
    'media/variants.ts removeVariants',
    'text/record-version.ts assertFresh',
    'website/pages/preview-page.ts previewPage',
    'website/pages/site-page.ts addressesOf',
    'website/pages/site-page.ts languageLinks',
    'website/render/json-ld.ts blogPosting',
    'website/render/json-ld.ts project',
    'website/render/json-ld.ts questions',
    'website/render/page-components.ts face',
    'website/view/existing-paths.ts hasPath',
    'website/view/existing-paths.ts pageAt',
    'website/view/page-links.ts pathTo',
    'website/view/page-links.ts urlOf',
    'website/view/preview-image.ts previewImage',
    'website/view/preview-image.ts searchImages',
  ],
  'a title, cut by `slugify` first': ['content/rules/slugs.ts generateSlug'],
  'a name or a setting in this code or of the operator': [
    'content/snapshot/written-rows.ts writtenBy',
    'moving/transfer/archive-manifest.ts damaged',
    'moving/transfer/unpack-archive.ts unpack',
    'moving/wordpress/records/text-records.ts textsOf',
    'content/definition/find-record.ts columnOf',
    'content/rules/parent-cycles.ts checkParent',
    'content/site-names.ts readSiteNames',
    'website/render/page-template.ts parseTemplate',
    'moving/transfer/database-target.ts takeIds',
    'moving/transfer/export-service.ts recordsOf',
    'moving/transfer/open-archive.ts openArchive',
    'moving/transfer/write-archive.ts createArchive',
    'moving/wordpress/convert/shortcode-attributes.ts withValue',
    'moving/wordpress/convert/shortcode-parts.ts button',
    'moving/wordpress/convert/shortcode-parts.ts encoded',
    'moving/wordpress/convert/shortcode-parts.ts heading',
    'moving/wordpress/convert/shortcode-parts.ts line',
    'moving/wordpress/convert/shortcode-parts.ts linkInLine',
    'moving/wordpress/convert/shortcode-parts.ts packedLink',
    'moving/wordpress/convert/shortcode-parts.ts playerOf',
    'moving/wordpress/convert/shortcode-parts.ts toImage',
    'moving/wordpress/import-options.ts parseBase',
    'moving/wordpress/read/export-elements.ts lineIn',
    'moving/wordpress/read/export-elements.ts textIn',
    'moving/wordpress/read/site-languages.ts readLanguages',
    'moving/wordpress/read/uploads-directory.ts openUploads',
    'moving/wordpress/records/wordpress-slugs.ts uniqueSlugs',
    'moving/wordpress/send/record-queue.ts createReport',
    'moving/wordpress/send/record-queue.ts openResource',
    'moving/wordpress/send/store-media.ts openMediaJournal',
    'text/errors.ts invalid',
    'text/errors.ts unavailable',
    'text/field-issues.ts coded',
    'website/forms/form-field.ts confirmation',
    'website/forms/form-field.ts formField',
    'website/forms/form-field.ts hiddenFields',
    'website/forms/search-form.ts searchForm',
    'website/render/page-components.ts wholeNumber',
  ],
  'an instant': [
    'moving/wordpress/records/post-fields.ts isPast',
    'website/render/page-components.ts date',
    'website/view/site-records.ts laterOf',
  ],
  'read by `JSON.parse`, at most the size of a manifest': [
    'moving/transfer/archive-manifest.ts parseManifest',
  ],
  'written as it is': [
    'content/snapshot/snapshot-member.ts joinJson',
    'content/snapshot/snapshot-member.ts withMembers',
    'moving/wordpress/report/comments-file.ts writeComments',
    'moving/wordpress/report/comments-file.ts writeWhole',
  ],
}

type Exported = { name: string; node: FunctionNode | ArrowFunctionExpression }

const isText = (type: TSType | undefined): boolean =>
  type?.type === 'TSStringKeyword' || (type?.type === 'TSUnionType' && type.types.some(isText))
function exportsOf(path: string, code: string): Exported[] {
  const exported: Exported[] = []
  for (const statement of parseSync(path, code).program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const { declaration } = statement
    if (declaration?.type === 'FunctionDeclaration')
      exported.push({ name: declaration.id!.name, node: declaration })
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression')
        exported.push({ name: id.name, node: init })
  }
  return exported
}

const takesText = (parameter: ParamPattern): boolean => {
  if (parameter.type === 'AssignmentPattern') return takesText(parameter.left)
  return 'typeAnnotation' in parameter && isText(parameter.typeAnnotation?.typeAnnotation)
}
const isOptional = (parameter: ParamPattern) =>
  parameter.type === 'AssignmentPattern' || ('optional' in parameter && parameter.optional === true)
/** Whether it works on its first parameter, a text, and needs no other. */
const isCalledAlone = ({ node: { params, async } }: Exported) =>
  !async && takesText(params[0]!) && params.slice(1).every(isOptional)

const FOLDERS = 'text,content,website,media,moving'
const named = new Set(Object.values(SHORT).flat())
const found = new Set<string>()
/** Functions with a text that nothing here names. */
export const missing: string[] = []
/** What to measure, with every `everyNth` shape. */
export const works: [name: string, work: Work, everyNth: number][] = CALLS.map(([called, work, nth = 1]) => [
  (called as Work).name,
  work,
  nth,
])
for (const path of [...new Bun.Glob(`{${FOLDERS}}/**/*.ts`).scanSync(root)].sort()) {
  const exported = exportsOf(path, await Bun.file(join(root, path)).text())
  for (const each of exported.filter(({ node }) => node.params.some(takesText))) {
    const name = `${path} ${each.name}`
    const value = (await import(join(root, path)))[each.name] as Work
    if (named.has(name)) found.add(name)
    else if (CALLS.some(([called]) => called === value)) continue
    else if (isCalledAlone(each))
      works.push([
        name,
        'generator' in each.node && each.node.generator
          ? (text) => [...(value(text) as Iterable<unknown>)]
          : value,
        1,
      ])
    else missing.push(name)
  }
}

/** Names in `SHORT` of functions that are gone. */
export const gone = [...named.difference(found)]
