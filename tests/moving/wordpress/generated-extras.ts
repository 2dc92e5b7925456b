// One more thing for each text of the generated site: what WordPress, its builders and its plugins store, each with words that
// stand nowhere else. `kept` must be in the service after an import; each of `lost` must be named in the report.

export type Extra = {
  content: string
  /** Elements of Elementor, for texts that it has stored as data. */
  widgets: object[]
  excerpt: string
  meta: Record<string, string>
  terms: [string, string, string][]
  /** Addresses of links that stay as they are. */
  links: string[]
  kept: string[]
  /** Reasons in the report. */
  lost: string[]
}

type Context = { kind: 'post' | 'page'; language: 'fa' | 'en'; isPair: boolean; isElementor: boolean }
type Make = (word: () => string, context: Context) => Partial<Extra> | null

const OUTPUT = 'left out: the file does not contain its output'

/** Extras in the content. */
const CONTENTS: Make[] = [
  (word) => {
    const [a, b] = [word(), word()]
    return {
      content: `<blockquote><p>${a}</p></blockquote><table><tr><td>${b}</td></tr></table>`,
      kept: [a, b],
    }
  },
  (word) => {
    const [image, caption] = [word(), word()]
    return {
      content: `[caption width="300"]<img src="https://cdn.example/${image}.jpg" alt=""> ${caption}[/caption]`,
      kept: [image, caption],
    }
  },
  (word) => ({ content: `[acme_offer price="${word()}"]`, lost: [`[acme_offer] ${OUTPUT}`] }),
  (word) => {
    const text = word()
    return { content: `[acme_box]<p>${text}</p>[/acme_box]`, kept: [text], lost: [`[acme_box] ${OUTPUT}`] }
  },
  () => ({ content: '<!-- wp:block {"ref":90} /-->', kept: ['q90reused'] }),
  (word) => {
    const [question, answer] = [word(), word()]
    const questions = [
      { id: 'a', question: [question], answer: [answer], jsonQuestion: question, jsonAnswer: answer },
    ]
    return {
      content: `<!-- wp:yoast/faq-block ${JSON.stringify({ questions })} --><div class="schema-faq wp-block-yoast-faq-block">${question} ${answer}</div><!-- /wp:yoast/faq-block -->`,
      kept: [question, answer],
    }
  },
  (word) => {
    const url = `https://www.youtube.com/watch?v=${word()}`
    return { content: `\n\n${url}\n\n`, links: [url] }
  },
  (word) => ({ content: `[contact-form-7 id="1" title="${word()}"]`, lost: [`[contact-form-7] ${OUTPUT}`] }),
  (word) => {
    const url = `https://maps.example/${word()}`
    return { content: `<iframe src="${url}"></iframe>`, links: [url] }
  },
  (word) => {
    const [image, text] = [word(), word()]
    return {
      content: `[et_pb_section background_image="https://cdn.example/${image}.jpg"]<p>${text}</p>[/et_pb_section]`,
      kept: [text],
      lost: ['background image left out: texts have none'],
    }
  },
  (word) => {
    const [url, image] = [`https://else.example/${word()}`, word()]
    return {
      content: `<a href="${url}"><img src="https://cdn.example/${image}.png" alt=""></a>`,
      links: [url],
      kept: [image],
    }
  },
  (word) => {
    const [title, text] = [word(), word()]
    return {
      content: `[vc_tta_accordion title="${title}"][vc_tta_section title="x"]${text}[/vc_tta_section][/vc_tta_accordion]`,
      kept: [title, text],
    }
  },
  (word) => {
    const text = word()
    return {
      content: `<form><label>${text}<input name="a"></label></form>`,
      kept: [text],
      lost: ['<form> left out: texts have none'],
    }
  },
]

/** Extras in data of Elementor. */
const WIDGETS: Make[] = [
  (word) => {
    const [title, image] = [word(), word()]
    const url = `https://else.example/${word()}`
    const typed = ($$type: string, value: unknown) => ({ $$type, value })
    const html = typed('html-v3', { content: typed('string', title), children: [] })
    const source = { id: null, url: typed('url', `https://cdn.example/${image}.png`) }
    const settings = [
      ['e-heading', { title: html, link: typed('link', { destination: typed('url', url) }) }],
      ['e-image', { image: typed('image', { src: typed('image-src', source) }) }],
    ] as const
    return {
      widgets: settings.map(([widgetType, settings]) => ({ elType: 'widget', widgetType, settings })),
      kept: [title, image],
      links: [url],
    }
  },
  () => ({
    widgets: [
      {
        elType: 'widget',
        widgetType: 'heading',
        settings: { __dynamic__: { title: '[elementor-tag id="a" name="post-title" settings=""]' } },
      },
    ],
    lost: [`[elementor-dynamic-post-title] ${OUTPUT}`],
  }),
]

/** Extras beside the content. */
const FIELDS: Make[] = [
  (word, { kind }) => {
    const excerpt = word()
    return kind === 'post' ? { excerpt, kept: [excerpt] } : { excerpt, lost: ['excerpt left out'] }
  },
  (word) => {
    const title = word()
    return { meta: { _yoast_wpseo_title: title }, kept: [title] }
  },
  (word, { kind }) => {
    const phrase = word()
    return {
      meta: { _yoast_wpseo_focuskw: phrase },
      ...(kind === 'post'
        ? { kept: [phrase] }
        : { lost: ['keyphrase left out: Frontage has it for articles only'] }),
    }
  },
  (word) => {
    const url = `https://else.example/${word()}`
    return { meta: { _yoast_wpseo_canonical: url }, lost: [`canonical address left out: ${url}`] }
  },
  (word) => ({
    meta: { '_yoast_wpseo_opengraph-title': word() },
    lost: ['texts for link previews left out'],
  }),
  (word) => ({ meta: { subtitle: word() }, lost: ['custom fields left out: subtitle'] }),
  (word) => ({ terms: [['genre', 'g', word()]], lost: ['terms of genre left out'] }),
  () => ({
    meta: { _thumbnail_id: '999999999' },
    lost: ['featured image left out: the file does not contain it'],
  }),
  (word, { kind, language, isPair }) =>
    kind === 'page' || language === 'fa' || !isPair
      ? null
      : {
          terms: [['post_tag', `only-${word()}`, word()]],
          lost: ['tags of the English text without a translation left out'],
        },
]

/** Returns a function that gives each text the next of these, so that a few dozen texts have all of them. */
export function createExtras() {
  let words = 0
  const turns = { content: 0, widgets: 0, fields: 0 }
  const word = () => `q${words++}z`
  return {
    word,
    next(context: Context): Extra {
      const list = context.isElementor ? WIDGETS : CONTENTS
      const turn = context.isElementor ? 'widgets' : 'content'
      const made = list[turns[turn]++ % list.length]!(word, context)
      const beside = FIELDS[turns.fields++ % FIELDS.length]!(word, context)
      const both = [made, beside]
      const all = <Key extends 'kept' | 'lost' | 'links' | 'terms' | 'widgets'>(key: Key) =>
        both.flatMap((extra) => (extra?.[key] ?? []) as never[]) as Extra[Key]
      return {
        content: made?.content ?? '',
        excerpt: beside?.excerpt ?? '',
        meta: beside?.meta ?? {},
        widgets: all('widgets'),
        terms: all('terms'),
        links: all('links'),
        kept: all('kept'),
        lost: all('lost'),
      }
    },
  }
}
