// A bilingual company site as WordPress exports it, made from a seed, and what an import must make of it. Both are made from
// the same description of the site, the expectations without any code of the importer.
import { createExtras, type Extra } from './generated-extras.ts'
import { author, category, cdata, comment, item, menuItem, tag, term, wxr } from './wxr.ts'

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
  extra: Extra
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
  /** Words, of each kind of thing that the file has, that must be in the service or in the file of comments. */
  kept: string[]
  /** The notes of the report: the names of the records or things for each reason, with the number that each has. */
  losses: Map<string, Map<string, number>>
  deadLinks: number
  comments: number
  sticky: string[]
  /** Items of the file by kind. */
  inFile: Record<'articles' | 'pages' | 'projects' | 'comments', number>
  /** The number of articles in a third language. */
  skippedArticles: number
}

const CATEGORIES = 5
/** The number of articles on a page of the old site’s lists, and of the new one’s. */
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

/** Every seventh text is stored by Elementor, as data alone. */
const isElementor = (id: number) => id % 7 === 0
const hasUnknownWidget = ({ id }: Text) => isElementor(id) && id % 2 === 0

export function generateSite({ seed, posts: count }: { seed: number; posts: number }): GeneratedSite {
  const random = createRandom(seed)
  const { word: nextWord, next: nextExtra } = createExtras()
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
    const chosen = languages[random(languages.length)]!
    const texts = chosen.map((language): Text => {
      const slug = `${language === 'fa' ? 'matn' : 'text'}-${kind}-${index}`
      const prefix = language === 'en' ? '/en' : ''
      const above = parent === null ? null : parents[parent]!.texts.find((text) => text.language === language)
      const directory =
        kind === 'post' ? `${prefix}/${year}/${month}` : above ? above.path.replace(/\/$/, '') : prefix
      const id = nextId()
      return {
        id,
        language,
        extra: nextExtra({ kind, language, isPair: chosen.length === 2, isElementor: isElementor(id) }),
        title: language === 'fa' ? `نوشته ${kind} ${index}` : `Text ${kind} ${index}`,
        slug,
        word: `word${language}${kind}${index}x`,
        path: state === 'publish' || state === 'future' ? `${directory}/${slug}/` : '',
        links: [],
      }
    })
    return {
      state,
      texts,
      parent,
      category: random(CATEGORIES),
      plugin: random(PLUGINS.length + 1),
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
    id: nextId(),
    entry,
    text: entry.texts[0]!,
    isInGallery: index % 2 === 0,
    width: 40 + index,
  }))
  const fileOf = ({ text }: (typeof photos)[number]) => `/wp-content/uploads/${text.id}.jpg`
  const picturesOf = (text: Text) => {
    const photo = photos.find((candidate) => candidate.text === text)
    if (!photo) return ''
    return photo.isInGallery
      ? `[gallery ids="${photo.id}"]`
      : `<p><img src="${OLD_SITE}${fileOf(photo).replace('.jpg', '-300x200.jpg')}" alt=""></p>`
  }
  const losses: GeneratedSite['losses'] = new Map()
  const lose = (reason: string, name: string, count = 1) => {
    const names = losses.getOrInsertComputed(reason, () => new Map<string, number>())
    names.set(name, (names.get(name) ?? 0) + count)
  }
  const elementorData = (text: Text, list: string) => {
    const widget = (widgetType: string, settings: object) => ({ elType: 'widget', widgetType, settings })
    const hasUnknown = hasUnknownWidget(text)
    const widgets = [
      widget('heading', { title: text.word, header_size: 'h3' }),
      widget('text-editor', { editor: `<p>${list}</p>${picturesOf(text)}` }),
      ...(hasUnknown ? [widget('acme-chart', { heading: 'Price' })] : []),
      ...text.extra.widgets,
    ]
    const column = { elType: 'column', settings: { _column_size: 100 }, elements: widgets }
    return JSON.stringify([{ elType: 'section', settings: [], elements: [column] }])
  }
  const listOf = ({ links }: Text) =>
    links.map(({ old }, index) => `<a href="${old}">link ${index}</a>`).join(' ')
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
    return `${forms[id % forms.length]!}${picturesOf(text) && `\n\n${picturesOf(text)}`}\n\n${text.extra.content}`
  }
  const descriptionOf = (text: Text) => `About ${text.word}`

  const kept: string[] = []
  const keep = (word: string) => {
    kept.push(word)
    return word
  }
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
      terms.push(...text.extra.terms)
      return item({
        id: text.id,
        type,
        title: text.title,
        slug: text.slug,
        date: entry.date,
        terms,
        content: isElementor(text.id) ? '' : contentOf(text),
        excerpt: text.extra.excerpt,
        status: entry.state,
        link: text.path === '' ? `${OLD_SITE}/?p=${text.id}` : OLD_SITE + text.path,
        author: `author${entry.author}`,
        sticky: entry.isSticky,
        parent: above?.texts.find(({ language }) => language === text.language)?.id ?? 0,
        meta: {
          ...PLUGINS[entry.plugin]?.(descriptionOf(text), entry.isNoindex),
          ...text.extra.meta,
          ...(isElementor(text.id) && { _elementor_data: elementorData(text, listOf(text)) }),
        },
        comments: Array.from({ length: entry.comments }, () =>
          comment({ id: nextId(), author: 'Reader', content: keep(nextWord()) }),
        ),
      })
    })

  const termXml = (taxonomy: string, ids: [number, number], index: number) =>
    term({
      id: nextId(),
      taxonomy: 'term_translations',
      slug: `pll_${taxonomy}_${index}`,
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
          `All of ${index} ${keep(nextWord())}`,
          {
            parent: index === 0 ? '' : `cat-0-${language}`,
          },
        ),
      )
    channel.push(termXml('category', ids, index))
    if (index > 0)
      lose(
        'article-categories: no longer below “Category 0 fa”: categories have no levels',
        `Category ${index} fa`,
      )
  }
  for (let index = 0; index < TAGS; index++) {
    const ids: [number, number] = [2_000_000 + index * 2, 2_000_001 + index * 2]
    for (const [position, language] of (['fa', 'en'] as const).entries())
      channel.push(tag(ids[position]!, `tag-${index}-${language}`, `Tag ${index} ${language}`))
    channel.push(termXml('post_tag', ids, index))
    const hasTag = (language: Language) =>
      posts.some((entry) => entry.tags.includes(index) && entry.texts.some((it) => it.language === language))
    for (const language of ['fa', 'en'] as const)
      if (!hasTag(language)) lose('tags: no article has it', `Tag ${index} ${language}`)
    if (hasTag('en'))
      lose('tags: a translation: articles name a tag in the primary language', `Tag ${index} en`)
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
      id: photo.id,
      type: 'attachment',
      parent: photo.text.id,
      slug: 'photo',
      link: `${OLD_SITE}${photo.text.path || '/'}photo/`,
      url: OLD_SITE + fileOf(photo),
    }),
  )
  channel.push(
    `<wp:tag><wp:term_id>2999999</wp:term_id><wp:tag_slug>lone</wp:tag_slug><wp:tag_name>Lone</wp:tag_name><wp:tag_description>${cdata(nextWord())}</wp:tag_description></wp:tag>`,
    term({ id: nextId(), taxonomy: 'genre', slug: 'unused', name: 'Unused genre' }),
  )
  lose('tags: no article has it', 'Lone')
  lose('tag descriptions: tags are words without descriptions', 'Lone')
  lose('terms of genre: Frontage has no such terms', 'Unused genre')
  const others = [
    item({ id: 90, type: 'wp_block', title: 'Shown', content: `<p>${keep('q90reused')}</p>` }),
    item({ id: 91, type: 'wp_block', title: 'Hidden block', content: nextWord() }),
    item({ id: 92, type: 'event', title: 'Event', content: nextWord() }),
    item({
      id: 93,
      title: 'Texte',
      content: nextWord(),
      status: 'draft',
      author: 'author0',
      terms: [['language', 'fr', 'Français']],
    }),
    item({
      id: 94,
      type: 'attachment',
      title: 'Lone picture',
      url: `${OLD_SITE}/wp-content/uploads/lone.jpg`,
      content: nextWord(),
    }),
    menuItem({ id: 95, menu: 'footer-fa', url: 'https://else.example/', title: 'Small' }),
  ]
  lose('reusable blocks: no text shows it', 'Hidden block')
  lose('event: Frontage has no such resource; --map event=RESOURCE imports it', '')
  lose('articles: in the language “fr”: Frontage has one language beside English', 'Texte')
  lose('attachments: not used as an image in any article or page', 'Lone picture')
  lose('attachment descriptions: files have a caption and no description', 'Lone picture')
  lose(
    'menu: in the menu “footer-fa”, which is not imported; import it instead with --menu "footer-fa"',
    'Small',
  )
  lose('authors: no article is theirs', 'Author 9')
  const damaged = item({
    id: nextId(),
    type: 'page',
    slug: 'damaged',
    title: 'Damaged',
    link: `${OLD_SITE}/damaged/`,
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
      ...[0, 1, 2, 9].map((index) =>
        author(`author${index}`, `Author ${index}`, `author${index}@old.example`),
      ),
      ...channel,
      ...pages.flatMap((entry) => itemsOf(entry, 'page', pages)),
      ...posts.flatMap((entry) => itemsOf(entry, 'post', [])),
      ...projectItems,
      ...photoItems,
      ...others,
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
    links: entry.texts.flatMap(({ links, extra }) => [
      ...links.map(({ old, to }) => to ?? old),
      ...extra.links,
    ]),
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
  lose('pages: has no text: the data that Elementor stored for it is damaged', 'Damaged')
  for (const [kind, entries] of [
    ['articles', posts],
    ['pages', pages],
  ] as const)
    for (const entry of entries)
      for (const text of entry.texts) {
        for (const reason of text.extra.lost) lose(`${kind}: ${reason}`, entry.texts[0]!.title)
        if (hasUnknownWidget(text))
          lose(
            `${kind}: [elementor-acme-chart] left out: the file does not contain its output`,
            entry.texts[0]!.title,
          )
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
    kept: [...kept, ...all.flatMap(({ texts }) => texts.flatMap(({ word, extra }) => [word, ...extra.kept]))],
    losses,
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
    skippedArticles: 1,
    inFile: { articles: posts.length + 1, pages: pages.length + 1, projects: projects.length, comments },
  }
}

/** The places of the categories that a public post is in. */
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
