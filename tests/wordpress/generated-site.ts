// A bilingual company site as WordPress exports it, made from a seed, and what an import must make of it. Both are made from
// the same description of the site, the expectations without any code of the importer.
import { author, category, comment, item, menuItem, tag, term, wxr } from './wxr.ts'

export const OLD_SITE = 'https://old.example'

type Language = 'fa' | 'en'
type State = 'publish' | 'draft' | 'private' | 'future'
type Text = {
  id: number
  language: Language
  title: string
  slug: string
  /** A word that stands in no other text. */
  word: string
  /** The path on the old site; empty for what was never public. */
  path: string
  /** Links in the content: where they led, and where they must lead. */
  links: { old: string; to: string | null }[]
}
type Entry = {
  state: State
  texts: Text[]
  category: number
  tags: number[]
  plugin: number
  isNoindex: boolean
  isSticky: boolean
  author: number
  comments: number
  date: string
  parent: number | null
}

export type ExpectedArticle = {
  slug: string
  title: string
  title_en: string | null
  status: 'draft' | 'published'
  words: string[]
  links: string[]
  seo_description: string | null
  seo_description_en: string | null
  noindex: boolean
  tags: string[]
  category: string
}

export type GeneratedSite = {
  xml: string
  articles: ExpectedArticle[]
  pages: (Pick<ExpectedArticle, 'slug' | 'title' | 'title_en' | 'words'> & { parent: string | null })[]
  projects: { slug: string; title: string }[]
  menu: { label: string; label_en: string | null; url: string; location: string }[]
  /** Old addresses with the addresses that they must lead to. */
  addresses: Map<string, string>
  /** Pictures of galleries in public posts. */
  gallery: { title: string; category: string; category_en: string | null }[]
  /** Uploaded files that texts show, with the widths of the pictures; scaled copies too. */
  files: Map<string, number>
  /** What the report must name, and how often. */
  losses: Map<string, number>
  deadLinks: number
  comments: number
  sticky: string[]
  /** Items of the file by kind. */
  inFile: Record<'articles' | 'pages' | 'projects' | 'comments', number>
}

const CATEGORIES = 5
/** On a page of the old site’s lists, and of the new one’s. */
const OLD_PAGE = 10
const NEW_PAGE = 12
const PHOTOS = 5
const TAGS = 8
/** See seo-fields.test.ts for the sources of the keys. */
const PLUGINS: ((description: string, isNoindex: boolean) => Record<string, string>)[] = [
  (text, hidden) => ({
    _yoast_wpseo_metadesc: text,
    ...(hidden && { '_yoast_wpseo_meta-robots-noindex': '1' }),
  }),
  (text, hidden) => ({
    rank_math_description: text,
    ...(hidden && { rank_math_robots: 'a:1:{i:0;s:7:"noindex";}' }),
  }),
  (text, hidden) => ({ _seopress_titles_desc: text, ...(hidden && { _seopress_robots_index: 'yes' }) }),
  (text, hidden) => ({ _aioseop_description: text, ...(hidden && { _aioseop_noindex: 'on' }) }),
]

/** Marsaglia's xorshift: the same numbers on every machine. */
function createRandom(seed: number) {
  let state = seed || 1
  return (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}

export function generateSite({ seed, posts: count }: { seed: number; posts: number }): GeneratedSite {
  const random = createRandom(seed)
  let lastId = 100
  const nextId = () => ++lastId
  const pad = (number: number) => String(number).padStart(2, '0')

  const toEntry = (kind: 'post' | 'page', index: number, parents: Entry[]): Entry => {
    const roll = random(100)
    const state: State =
      kind === 'page' || roll < 90 ? 'publish' : roll < 94 ? 'draft' : roll < 97 ? 'private' : 'future'
    const languages: Language[][] = [['fa', 'en'], ['fa', 'en'], ['fa', 'en'], ['fa'], ['en']]
    const year = state === 'future' ? 2190 : 2012 + random(12)
    const month = pad(1 + random(12))
    const parent = parents.length > 0 && random(2) === 0 ? random(parents.length) : null
    const texts = languages[random(languages.length)]!.map((language): Text => {
      const slug = `${language === 'fa' ? 'matn' : 'text'}-${kind}-${index}`
      const prefix = language === 'en' ? '/en' : ''
      const above = parent === null ? null : parents[parent]!.texts.find((text) => text.language === language)
      const directory =
        kind === 'post' ? `${prefix}/${year}/${month}` : above ? above.path.replace(/\/$/, '') : prefix
      return {
        id: nextId(),
        language,
        title: language === 'fa' ? `نوشته ${kind} ${index}` : `Text ${kind} ${index}`,
        slug,
        word: `word${language}${kind}${index}x`,
        path: state === 'publish' || state === 'future' ? `${directory}/${slug}/` : '',
        links: [],
      }
    })
    return {
      ...{ state, texts, parent, category: random(CATEGORIES), plugin: random(PLUGINS.length + 1) },
      tags: [random(TAGS), random(TAGS)],
      isNoindex: random(12) === 0,
      isSticky: kind === 'post' && state === 'publish' && random(30) === 0,
      author: random(3),
      comments: random(6) === 0 ? 1 + random(3) : 0,
      date: `${year}-${month}-${pad(1 + random(28))} ${pad(random(24))}:${pad(random(60))}:00`,
    }
  }

  const pages: Entry[] = []
  for (let index = 0; index < Math.max(6, count / 50); index++) pages.push(toEntry('page', index, pages))
  const posts = Array.from({ length: count }, (_, index) => toEntry('post', index, []))

  const slugOf = ({ texts }: Entry) => texts[0]!.slug
  const placeOf = (entry: Entry, text: Text, prefix: string) =>
    `${prefix}${slugOf(entry)}${text.language === 'en' ? '?lang=en' : ''}`
  const publicPosts = posts.filter(({ state }) => state === 'publish')
  for (const entry of [...posts, ...pages])
    for (const text of entry.texts)
      for (let index = random(3); index > 0; index--) {
        const target = publicPosts[random(publicPosts.length)]
        if (!target || random(10) === 0)
          text.links.push({ old: `${OLD_SITE}/gone-${text.id}-${index}/`, to: null })
        else {
          const linked = target.texts[random(target.texts.length)]!
          const old = random(3) === 0 ? `/?p=${linked.id}` : OLD_SITE + linked.path
          text.links.push({ old, to: placeOf(target, linked, '/blog/') })
        }
      }

  const photos = posts.slice(0, PHOTOS).map((entry, index) => ({
    ...{ id: nextId(), entry, text: entry.texts[0]!, isInGallery: index % 2 === 0, width: 40 + index },
  }))
  const fileOf = ({ text }: (typeof photos)[number]) => `/wp-content/uploads/${text.id}.jpg`
  const picturesOf = (text: Text) => {
    const photo = photos.find((candidate) => candidate.text === text)
    if (!photo) return ''
    return photo.isInGallery
      ? `[gallery ids="${photo.id}"]`
      : `<p><img src="${OLD_SITE}${fileOf(photo).replace('.jpg', '-300x200.jpg')}" alt=""></p>`
  }
  let unknownWidgets = 0
  /** Every seventh text is stored by Elementor, as data alone. */
  const elementorData = (text: Text, list: string) => {
    const widget = (widgetType: string, settings: object) => ({ elType: 'widget', widgetType, settings })
    const hasUnknown = text.id % 2 === 0
    if (hasUnknown) unknownWidgets++
    const widgets = [
      widget('heading', { title: text.word, header_size: 'h3' }),
      widget('text-editor', { editor: `<p>${list}</p>${picturesOf(text)}` }),
      ...(hasUnknown ? [widget('acme-chart', { heading: 'Price' })] : []),
    ]
    const column = { elType: 'column', settings: { _column_size: 100 }, elements: widgets }
    return JSON.stringify([{ elType: 'section', settings: [], elements: [column] }])
  }
  const listOf = ({ links }: Text) =>
    links.map(({ old }, index) => `<a href="${old}">link ${index}</a>`).join(' ')
  const isElementor = ({ id }: Text) => id % 7 === 0

  const contentOf = (text: Text) => {
    const { word, id } = text
    const list = listOf(text)
    const forms = [
      `<p>${word} ${list}</p>`,
      `${word}\n\n${list}`,
      `<!-- wp:paragraph --><p>${word}</p><!-- /wp:paragraph --><!-- wp:paragraph --><p>${list}</p><!-- /wp:paragraph -->`,
      `[vc_row][vc_column width="1/1"][vc_column_text]<p>${word}</p><p>${list}</p>[/vc_column_text][/vc_column][/vc_row]`,
      `[et_pb_section][et_pb_row][et_pb_text]<p>${word}</p><p>${list}</p>[/et_pb_text][/et_pb_row][/et_pb_section]`,
      `[fusion_builder_container][fusion_text]<p>${word}</p><p>${list}</p>[/fusion_text][/fusion_builder_container]`,
    ]
    return `${forms[id % forms.length]!}${picturesOf(text) && `\n\n${picturesOf(text)}`}`
  }
  const descriptionOf = (text: Text) => `About ${text.word}`

  const itemsOf = (entry: Entry, type: 'post' | 'page', parents: Entry[]) =>
    entry.texts.map((text) => {
      const group = `pll_${entry.texts[0]!.id}`
      const suffix = text.language
      const above = entry.parent === null ? undefined : parents[entry.parent]
      const terms: [string, string, string][] = [
        ['language', text.language, text.language],
        ['post_translations', group, group],
      ]
      if (type === 'post') {
        terms.push(['category', `cat-${entry.category}-${suffix}`, `Category ${entry.category} ${suffix}`])
        for (const number of new Set(entry.tags))
          terms.push(['post_tag', `tag-${number}-${suffix}`, `Tag ${number} ${suffix}`])
      }
      return item({
        ...{ id: text.id, type, title: text.title, slug: text.slug, date: entry.date, terms },
        content: isElementor(text) ? '' : contentOf(text),
        status: entry.state,
        link: text.path === '' ? `${OLD_SITE}/?p=${text.id}` : OLD_SITE + text.path,
        author: `author${entry.author}`,
        sticky: entry.isSticky,
        parent: above?.texts.find(({ language }) => language === text.language)?.id ?? 0,
        meta: {
          ...PLUGINS[entry.plugin]?.(descriptionOf(text), entry.isNoindex),
          ...(isElementor(text) && { _elementor_data: elementorData(text, listOf(text)) }),
        },
        comments: Array.from({ length: entry.comments }, () => comment({ id: nextId(), author: 'Reader' })),
      })
    })

  const termXml = (taxonomy: string, ids: [number, number], index: number) =>
    term({
      ...{ id: nextId(), taxonomy: 'term_translations', slug: `pll_${taxonomy}_${index}` },
      description: `a:2:{s:2:"fa";i:${ids[0]};s:2:"en";i:${ids[1]};}`,
    })
  const channel: string[] = []
  for (let index = 0; index < CATEGORIES; index++) {
    const ids: [number, number] = [1_000_000 + index * 2, 1_000_001 + index * 2]
    for (const [position, language] of (['fa', 'en'] as const).entries())
      channel.push(
        category(
          ids[position]!,
          `cat-${index}-${language}`,
          `Category ${index} ${language}`,
          `All of ${index} ${language}`,
          {
            parent: index === 0 ? '' : `cat-0-${language}`,
          },
        ),
      )
    channel.push(termXml('category', ids, index))
  }
  for (let index = 0; index < TAGS; index++) {
    const ids: [number, number] = [2_000_000 + index * 2, 2_000_001 + index * 2]
    for (const [position, language] of (['fa', 'en'] as const).entries())
      channel.push(tag(ids[position]!, `tag-${index}-${language}`, `Tag ${index} ${language}`))
    channel.push(termXml('post_tag', ids, index))
  }
  const projects = Array.from({ length: 4 }, (_, index) => ({
    slug: `work-${index}`,
    title: `Work ${index}`,
  }))
  const projectItems = projects.map(({ slug, title }) =>
    item({ id: nextId(), type: 'portfolio', slug, title, link: `${OLD_SITE}/portfolio/${slug}/` }),
  )
  const photoItems = photos.map((photo) =>
    item({
      ...{ id: photo.id, type: 'attachment', parent: photo.text.id, slug: 'photo' },
      link: `${OLD_SITE}${photo.text.path || '/'}photo/`,
      url: OLD_SITE + fileOf(photo),
    }),
  )
  const damaged = item({
    ...{ id: nextId(), type: 'page', slug: 'damaged', title: 'Damaged', link: `${OLD_SITE}/damaged/` },
    meta: { _elementor_data: '[{"elType":"section"' },
  })

  // The menu: one item for each page that exists in both languages, and a link to another site.
  const listed = pages.filter(({ texts }) => texts.length === 2)
  const menuItems = (['fa', 'en'] as const).flatMap((language, position) => [
    ...listed.map(({ texts }) => {
      const text = texts.find((candidate) => candidate.language === language)!
      return menuItem({
        id: nextId(),
        menu: `menu-${language}`,
        to: ['post_type', 'page', text.id],
        title: `M ${text.title}`,
      })
    }),
    ...(position === 0
      ? [menuItem({ id: nextId(), menu: 'menu-fa', url: 'https://else.example/', title: 'Else' })]
      : []),
  ])

  const xml = wxr(
    [
      `<link>${OLD_SITE}</link><language>fa-IR</language>`,
      ...[0, 1, 2].map((index) => author(`author${index}`, `Author ${index}`, `author${index}@old.example`)),
      ...channel,
      ...pages.flatMap((entry) => itemsOf(entry, 'page', pages)),
      ...posts.flatMap((entry) => itemsOf(entry, 'post', [])),
      ...projectItems,
      ...photoItems,
      damaged,
      ...menuItems,
    ].join('\n'),
  )

  const addresses = new Map<string, string>()
  const addTexts = (entry: Entry, prefix: string, parameter: string) => {
    for (const text of entry.texts) {
      addresses.set(text.path, placeOf(entry, text, prefix))
      addresses.set(`/?${parameter}=${text.id}`, placeOf(entry, text, prefix))
    }
  }
  for (const entry of publicPosts) addTexts(entry, '/blog/', 'p')
  for (const entry of pages) addTexts(entry, '/pages/', 'page_id')
  for (const { slug } of projects) addresses.set(`/portfolio/${slug}/`, `/projects/${slug}`)
  addresses.set('/damaged/', '/pages/damaged')
  for (const { entry, text } of photos)
    if (entry.state === 'publish') addresses.set(`${text.path}photo/`, placeOf(entry, text, '/blog/'))
  for (const [number, place] of categoryPlaces(publicPosts)) {
    const above = number === 0 ? '' : '/cat-0-'
    for (const language of ['fa', 'en'] as const) {
      const path = `${above && above + language}/cat-${number}-${language}`
      const prefix = language === 'en' ? '/en' : ''
      addresses.set(`${prefix}/category${path}/`, place + (language === 'en' ? '&lang=en' : ''))
    }
  }
  addListPages(addresses, publicPosts)
  addresses.set('/feed/', '/blog/feed.xml')
  addresses.set('/?feed=rss2', '/blog/feed.xml')
  addresses.set('/en/feed/', '/blog/feed.xml?lang=en')
  addresses.set('/en/', '/?lang=en')

  const all = [...posts, ...pages]
  const english = ({ texts }: Entry) => texts.find(({ language }) => language === 'en') ?? null
  const persian = ({ texts }: Entry) => texts.find(({ language }) => language === 'fa') ?? null
  const describe = (entry: Entry, text: Text | null) =>
    text && entry.plugin < PLUGINS.length ? descriptionOf(text) : null
  const toExpected = (entry: Entry): ExpectedArticle => ({
    slug: slugOf(entry),
    title: entry.texts[0]!.title,
    title_en: english(entry)?.title ?? null,
    status: entry.state === 'draft' || entry.state === 'private' ? 'draft' : 'published',
    words: entry.texts.map(({ word }) => word),
    links: entry.texts.flatMap(({ links }) => links.map(({ old, to }) => to ?? old)),
    seo_description: describe(entry, persian(entry)),
    seo_description_en: describe(entry, english(entry)),
    noindex: entry.isNoindex && entry.plugin < PLUGINS.length,
    tags: [...new Set(entry.tags)].map((number) => `Tag ${number} fa`),
    category: `cat-${entry.category}-fa`,
  })
  const parentOf = ({ parent, texts }: Entry) => {
    const above = parent === null ? null : pages[parent]!
    const shares = above?.texts.some(({ language }) => texts.some((text) => text.language === language))
    return above && shares ? slugOf(above) : null
  }
  const comments = all.reduce((sum, entry) => sum + entry.comments * entry.texts.length, 0)
  return {
    xml,
    articles: posts.map(toExpected),
    pages: [
      ...pages.map((entry) => ({ ...toExpected(entry), parent: parentOf(entry) })),
      { slug: 'damaged', title: 'Damaged', title_en: null, words: [], parent: null },
    ],
    gallery: photos
      .filter(({ isInGallery, entry }) => isInGallery && entry.state === 'publish')
      .map(({ id, entry, text }) => ({
        title: `Item ${id}`,
        category: text.title,
        category_en: english(entry)?.title ?? null,
      })),
    files: new Map(
      photos.flatMap((photo) => {
        const file = fileOf(photo)
        const scaled: [string, number][] = photo.isInGallery
          ? []
          : [[file.replace('.jpg', '-300x200.jpg'), photo.width]]
        return [[file, photo.width], ...scaled]
      }),
    ),
    losses: new Map([
      ['[elementor-acme-chart] left out: the file does not contain its output', unknownWidgets],
      ['has no text: the data that Elementor stored for it is damaged', 1],
    ]),
    projects,
    menu: [
      ...listed.map((entry) => ({
        label: `M ${persian(entry)!.title}`,
        label_en: `M ${english(entry)!.title}`,
        url: `/pages/${slugOf(entry)}`,
        location: 'header',
      })),
      { label: 'Else', label_en: null, url: 'https://else.example/', location: 'header' },
    ],
    addresses,
    deadLinks: all.flatMap(({ texts }) => texts.flatMap(({ links }) => links)).filter(({ to }) => to === null)
      .length,
    comments,
    sticky: posts.filter(({ isSticky }) => isSticky).map(slugOf),
    inFile: { articles: posts.length, pages: pages.length + 1, projects: projects.length, comments },
  }
}

/** Of the categories that a public post is in. */
const categoryPlaces = (posts: readonly Entry[]) =>
  new Map(posts.map(({ category: number }) => [number, `/blog?category=cat-${number}-fa`]))

/** The lists of the old site with the pages after the first, and the pages of the new lists with the same articles. */
function addListPages(addresses: Map<string, string>, posts: readonly Entry[]) {
  const add = (
    path: string,
    language: Language,
    { old, listed, to }: { old: number; listed: number; to: string },
  ) => {
    const with_ = (query: string) => `${to.includes('?') ? '&' : '?'}${query}`
    for (let page = 2; page <= Math.ceil(old / OLD_PAGE); page++) {
      const first = Math.min((page - 1) * OLD_PAGE, listed - 1)
      const number = Math.floor(first / NEW_PAGE) + 1
      const query = [number > 1 && `page=${number}`, language === 'en' && 'lang=en'].filter(Boolean).join('&')
      const prefix = language === 'en' ? '/en' : ''
      addresses.set(`${prefix}${path}/page/${page}/`, to + (query && with_(query)))
    }
  }
  const has = ({ texts }: Entry, language: Language) => texts.some((text) => text.language === language)
  for (const language of ['fa', 'en'] as const) {
    // Lists in English have only what exists in English.
    const own = posts.filter((entry) => has(entry, language))
    const shown = language === 'en' ? own : posts
    add('', language, { old: own.length, listed: shown.length, to: '/blog' })
    add('/blog', language, { old: own.length, listed: shown.length, to: '/blog' })
    for (let number = 0; number < CATEGORIES; number++) {
      const inCategory = (entry: Entry) => entry.category === number
      const above = number === 0 ? '' : `/cat-0-${language}`
      add(`/category${above}/cat-${number}-${language}`, language, {
        old: own.filter(inCategory).length,
        listed: shown.filter(inCategory).length,
        to: `/blog?category=cat-${number}-fa`,
      })
    }
    for (let number = 0; number < TAGS; number++) {
      const hasTag = ({ tags }: Entry) => tags.includes(number)
      const listed = shown.filter(hasTag).length
      const to = `/blog?tag=Tag%20${number}%20fa`
      add(`/tag/tag-${number}-${language}`, language, { old: own.filter(hasTag).length, listed, to })
    }
    // The new site has no lists by author and date: all pages of those lead to the list of articles.
    const others = [
      ...Map.groupBy(own, ({ author }) => `/author/author${author}`),
      ...Map.groupBy(own, ({ date }) => `/${date.slice(0, 4)}`),
      ...Map.groupBy(own, ({ date }) => `/${date.slice(0, 7).replace('-', '/')}`),
    ]
    for (const [path, entries] of others) add(path, language, { old: entries.length, listed: 1, to: '/blog' })
  }
}
