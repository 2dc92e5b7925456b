// The controls of the widgets are those of github.com/elementor/elementor, read there:
// - includes/widgets/heading.php (`title`, `header_size`, `link`), text-editor.php (`editor`), icon-list.php (`icon_list`),
//   image-gallery.php (`wp_gallery`, shown as a [gallery] of their ids), toggle.php (`tabs` with `tab_title`, `tab_content`)
// - image-box.php (`image`, `title_text`, `title_size`, `description_text`, `link`), alert.php (`alert_title`, `alert_description`)
// - testimonial.php (`testimonial_content` with its own paragraphs, `testimonial_image`, `_name`, `_job`), audio.php (`link`)
// - counter.php (`prefix`, `ending_number`, `suffix`, `title`), progress.php (`title`, `inner_text`, `percent`,
//   `display_percentage`)
// - video.php: `video_type` with `link`, `vimeo_link` in version 1; later `youtube_url`, `vimeo_url`, `dailymotion_url`, and
//   `hosted_url`, or `external_url` with `insert_url` (`get_hosted_video_url`)
// - image.php (`image`, `caption_source`, `caption`, `link_to`, `link`), divider.php (`look`, `text`, `html_tag`),
//   google-maps.php (`google_maps`: `address`), social-icons.php (`social_icon_list`), icon.php (`link`), star-rating.php
//   (`title`, `rating`), rating.php (`rating_value`), modules/shapes/widgets/text-path.php (`text`, `link`)
// - elements/container.php (`html_tag` with `link`), controls/groups/background.php (`background_image`)
// - core/dynamic-tags/manager.php: `__dynamic__` holds the tags, `[elementor-tag id="…" name="…" settings="…"]`
// - modules/nested-accordion/widgets/nested-accordion.php (`items` with `item_title`, the panels are elements) and
//   modules/nested-tabs/widgets/nested-tabs.php (`tabs` with `tab_title`)
// - version 4, modules/atomic-widgets: every value is `{"$$type", "value"}`. elements/atomic-heading/atomic-heading.php
//   (`e-heading`: `title`, `tag`, `link`), atomic-paragraph.php (`e-paragraph`: `paragraph`), atomic-button.php (`e-button`:
//   `text`), atomic-image.php (`e-image`: `image`), atomic-svg.php (`svg`), atomic-youtube.php (`source`),
//   atomic-self-hosted-video.php (`source`); atomic-tabs.php (“Each e-tab at index N is paired with the e-tab-content at index
//   N”), atomic-accordion.php, atomic-list.php, atomic-icon-button.php, div-block.php (`link`). prop-types/html-v3-prop-type.php
//   (`content`), link-prop-type.php (`destination`: an address, a number or a query with an `id`), image-prop-type.php and
//   image-src-prop-type.php (`id` or `url`), modules/components/prop-types/overridable-prop-type.php (`origin_value`)
// Elementor Pro has no public repository of its own; its widgets were read in the copy in
// github.com/kareemelbhnasawy/kreators-wp, wp-content/plugins/elementor-pro/modules/*/widgets.
import { describe, expect, test } from 'bun:test'
import { toRecords } from '../../../src/moving/wordpress/to-records.ts'
import { item, read, recordOptions, wxr } from './wxr.ts'

type Widget = [type: string, settings: object | []]

const widget = ([widgetType, settings]: Widget) => ({
  id: 'a1',
  elType: 'widget',
  settings,
  elements: [],
  widgetType,
})
/** A section with a column, as Elementor nests them. */
const page = (...widgets: Widget[]) => [
  {
    id: 's1',
    elType: 'section',
    settings: [],
    elements: [
      { id: 'c1', elType: 'column', settings: { _column_size: 100 }, elements: widgets.map(widget) },
    ],
  },
]

async function importPage(data: unknown, content = '') {
  const attachment = item({ id: 11, type: 'attachment', url: 'https://old.example/11.jpg' })
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const post = item({ id: 1, content, meta: { _elementor_data: text } })
  const { articles, changed } = toRecords(await read(wxr(attachment + post)), recordOptions)
  const reasons = changed.map(({ reason }) => reason)
  return { html: articles[0]!.record.content?.replace(/\n+/g, '') ?? '', reasons }
}

const link = (url: string) => `<p><a href="${url}">${url}</a></p>`

describe('a page that Elementor stores only as data', () => {
  test.each<[string, Widget, string]>([
    ['heading', ['heading', { title: 'عنوان' }], '<h2>عنوان</h2>'],
    [
      'heading with a link',
      ['heading', { title: 'A', header_size: 'h4', link: { url: 'https://a.example/?a=1&b=2' } }],
      '<h4><a href="https://a.example/?a=1&amp;b=2">A</a></h4>',
    ],
    ['text', ['text-editor', { editor: '<p>a <b>b</b></p>' }], '<p>a <b>b</b></p>'],
    [
      'box',
      [
        'image-box',
        { image: { url: 'https://old.example/1.jpg', id: 1 }, title_text: 'T', description_text: 'D' },
      ],
      '<figure><img src="https://old.example/1.jpg" alt=""></figure><h3>T</h3><p>D</p>',
    ],
    [
      'list',
      ['icon-list', { icon_list: [{ text: 'a' }, { text: 'b', link: { url: '/b' } }] }],
      '<ul><li>a</li><li><a href="/b">b</a></li></ul>',
    ],
    [
      'gallery',
      ['image-gallery', { wp_gallery: [{ id: 11, url: 'https://old.example/11.jpg' }] }],
      '<figure><img src="https://old.example/11.jpg" alt=""></figure>',
    ],
    ['toggle', ['toggle', { tabs: [{ tab_title: 'Q', tab_content: '<p>A</p>' }] }], '<h3>Q</h3><p>A</p>'],
    [
      'testimonial',
      ['testimonial', { testimonial_content: 'Good', testimonial_name: 'Sara', testimonial_job: 'CEO' }],
      '<blockquote><p>Good</p><p>Sara, CEO</p></blockquote>',
    ],
    [
      'testimonial with a picture and paragraphs',
      [
        'testimonial',
        {
          testimonial_content: '<p>Good</p>',
          testimonial_image: { url: 'https://old.example/11.jpg', id: 11 },
        },
      ],
      '<figure><img src="https://old.example/11.jpg" alt=""></figure><blockquote><p>Good</p></blockquote>',
    ],
    ['notice', ['alert', { alert_title: 'A', alert_description: 'B' }], '<p>A</p><p>B</p>'],
    [
      'number',
      ['counter', { prefix: '+', ending_number: 250, suffix: 'k', title: 'clients' }],
      '<p>+250k clients</p>',
    ],
    ['bar', ['progress', { title: 'Steel', percent: { size: 80, unit: '%' } }], '<p>Steel: 80%</p>'],
    [
      'video',
      ['video', { youtube_url: 'https://youtu.be/a', vimeo_url: 'https://vimeo.com/1' }],
      link('https://youtu.be/a'),
    ],
    [
      'video of another type than the first address',
      ['video', { video_type: 'vimeo', youtube_url: 'https://youtu.be/a', vimeo_url: 'https://vimeo.com/1' }],
      link('https://vimeo.com/1'),
    ],
    ['video of version 1', ['video', { link: 'https://youtu.be/old' }], link('https://youtu.be/old')],
    [
      'video of its own',
      ['video', { video_type: 'hosted', hosted_url: { url: 'https://old.example/a.mp4', id: 5 } }],
      link('https://old.example/a.mp4'),
    ],
    [
      'video on another server',
      [
        'video',
        { video_type: 'hosted', insert_url: 'yes', external_url: { url: 'https://cdn.example/a.mp4' } },
      ],
      link('https://cdn.example/a.mp4'),
    ],
    ['sound', ['audio', { link: { url: 'https://soundcloud.com/a/b' } }], link('https://soundcloud.com/a/b')],
    ['empty widget', ['spacer', []], ''],
    [
      'picture with its caption and link',
      [
        'image',
        {
          image: { url: 'https://old.example/11.jpg', id: 11, alt: 'Sea' },
          link_to: 'custom',
          link: { url: '/sea' },
          caption_source: 'custom',
          caption: 'The sea',
        },
      ],
      '<figure><a href="/sea"><img src="https://old.example/11.jpg" alt="Sea"></a><figcaption>The sea</figcaption></figure>',
    ],
    ['text on a line', ['divider', { look: 'line_text', text: 'Then', html_tag: 'h4' }], '<h4>Then</h4>'],
    ['line without a text', ['divider', { text: 'Divider' }], ''],
    ['address of a map', ['google_maps', { address: 'Tehran' }], '<p>Tehran</p>'],
    [
      'social links',
      ['social-icons', { social_icon_list: [{ link: { url: 'https://t.me/a' } }] }],
      '<ul><li><a href="https://t.me/a">https://t.me/a</a></li></ul>',
    ],
    ['stars', ['star-rating', { title: 'Quality', rating: 4.5 }], '<p>Quality: 4.5</p>'],
    [
      'call to action',
      [
        'call-to-action',
        {
          bg_image: { url: 'https://old.example/1.jpg' },
          title: 'T',
          description: 'D',
          button: 'Go',
          link: { url: '/go' },
          ribbon_title: 'New',
        },
      ],
      '<figure><img src="https://old.example/1.jpg" alt=""></figure><h2>T</h2><p>D</p><p><a href="/go">Go</a></p><p>New</p>',
    ],
    [
      'two sides of a box',
      ['flip-box', { title_text_a: 'A', description_text_a: 'a', title_text_b: 'B', button_text: 'Go' }],
      '<h3>A</h3><p>a</p><h3>B</h3><p>Go</p>',
    ],
    [
      'prices',
      [
        'price-table',
        {
          heading: 'Small',
          price: '9',
          period: 'Monthly',
          features_list: [{ item_text: 'All' }],
          currency_symbol: 'custom',
          currency_symbol_custom: 'T',
          button_text: 'Buy',
          link: { url: '/b' },
        },
      ],
      '<h3>Small</h3><p>T 9 Monthly</p><ul><li>All</li></ul><p><a href="/b">Buy</a></p>',
    ],
    [
      'price list',
      ['price-list', { price_list: [{ title: 'Tea', price: '2', item_description: 'Hot' }] }],
      '<h4>Tea – 2</h4><p>Hot</p>',
    ],
    [
      'slides',
      ['slides', { slides: [{ heading: 'H', description: 'D', button_text: 'Go', link: { url: '/go' } }] }],
      '<h2>H</h2><p>D</p><p><a href="/go">Go</a></p>',
    ],
    [
      'headline with changing words',
      [
        'animated-headline',
        { headline_style: 'rotate', before_text: 'We sell', rotating_text: 'pumps\npipes', tag: 'h2' },
      ],
      '<h2>We sell pumps, pipes</h2>',
    ],
    [
      'voices',
      ['testimonial-carousel', { slides: [{ content: 'Good', name: 'Sara', title: 'CEO' }] }],
      '<blockquote><p>Good</p><p>Sara, CEO</p></blockquote>',
    ],
    [
      'galleries with titles',
      [
        'gallery',
        { gallery_type: 'multiple', galleries: [{ gallery_title: 'Sea', multiple_gallery: [{ id: 11 }] }] },
      ],
      '<h3>Sea</h3><figure><img src="https://old.example/11.jpg" alt=""></figure>',
    ],
  ])('keeps its %s', async (_, content, html) => {
    expect((await importPage(page(content))).html).toBe(html)
  })

  test('loses widgets of unknown types, which are named', async () => {
    const { html, reasons } = await importPage(page(['heading', { title: 'A' }], ['acme-chart', { x: 1 }]))
    expect(html).toBe('<h2>A</h2>')
    expect(reasons).toContain('[elementor-acme-chart] left out: the file does not contain its output')
  })

  test('names texts that WordPress looks up, and background images', async () => {
    const heading = widget([
      'heading',
      {
        title: 'Stale',
        __dynamic__: { title: '[elementor-tag id="a" name="post-title" settings="%7B%7D"]' },
      },
    ])
    const section = {
      elType: 'container',
      settings: { background_image: { url: 'https://old.example/b.jpg', id: 5 } },
      elements: [heading],
    }
    expect(await importPage([section])).toEqual({
      html: '',
      reasons: [
        '[elementor-dynamic-post-title] left out: the file does not contain its output',
        'background image left out: texts have none',
      ],
    })
  })

  test('keeps the link of a container', async () => {
    const card = (settings: object) => ({
      elType: 'container',
      settings,
      elements: [widget(['heading', { title: 'A' }])],
    })
    const html = '<h2>A</h2><p><a href="/a">/a</a></p>'
    expect((await importPage([card({ html_tag: 'a', link: { url: '/a' } })])).html).toBe(html)
    expect((await importPage([card({ link: { url: '/left-over' } })])).html).toBe('<h2>A</h2>')
  })

  test('is not read where there is a content', async () => {
    expect((await importPage(page(['heading', { title: 'A' }]), '<p>b</p>')).html).toBe('<p>b</p>')
  })

  test.each([
    ['nested-accordion', { items: [{ item_title: 'One' }, { item_title: 'Two' }] }],
    ['nested-tabs', { tabs: [{ tab_title: 'One' }, { tab_title: 'Two' }] }],
  ])('keeps the panels of %s below their titles', async (widgetType, settings) => {
    const panel = (text: string) => ({
      elType: 'container',
      settings: [],
      elements: [widget(['text-editor', { editor: `<p>${text}</p>` }])],
    })
    const nested = { elType: 'widget', widgetType, settings, elements: [panel('a'), panel('b'), panel('c')] }
    expect((await importPage([nested])).html).toBe('<h3>One</h3><p>a</p><h3>Two</h3><p>b</p><p>c</p>')
  })

  test.each([
    ['no JSON', '{'],
    ['another shape', '{"a": [1, null]}'],
    ['null', 'null'],
    ['a text', '"a"'],
  ])('with %s is imported without a text, which the summary says', async (_, data) => {
    expect(await importPage(data)).toEqual({
      html: '',
      reasons: ['has no text: the data that Elementor stored for it is damaged'],
    })
  })

  test('that is empty is no loss', async () => {
    expect(await importPage([])).toEqual({ html: '', reasons: [] })
  })

  test.each([
    ['text for objects', JSON.stringify(page(['image', { image: 'x', link: 5 }]))],
    ['very deep elements', `${'[{"elements":'.repeat(20_000)}[]${'}]'.repeat(20_000)}`],
  ])('with %s does not stop the import', async (_, data) => {
    expect((await importPage(data)).html).toBe('')
  })

  test('names elements that are nested too deeply', async () => {
    const deep = (levels: number, inner: object[]): object[] =>
      levels === 0 ? inner : [{ elType: 'container', settings: [], elements: deep(levels - 1, inner) }]
    const heading = [widget(['heading', { title: 'A' }])]
    expect((await importPage(deep(60, heading))).html).toBe('<h2>A</h2>')
    expect(await importPage(deep(61, heading))).toEqual({
      html: '',
      reasons: ['[elementor-nested] left out: the file does not contain its output'],
    })
  })
})

describe('an element of version 4', () => {
  const typed = ($$type: string, value: unknown) => ({ $$type, value })
  const text = (value: string) => typed('string', value)
  const html = (content: string) => typed('html-v3', { content: text(content), children: [] })
  const linkTo = (destination: object) =>
    typed('link', { destination, isTargetBlank: typed('boolean', true) })
  const to = (url: string) => linkTo(typed('url', url))
  const picture = (source: object) => typed('image', { src: typed('image-src', source), size: text('full') })
  const element = (elType: string, elements: object[], settings: object = {}) => ({
    id: 'a',
    elType,
    settings,
    elements,
    styles: [],
    version: '0.0',
  })
  const paragraph = (content: string) => widget(['e-paragraph', { paragraph: html(content) }])

  test.each<[string, Widget, string]>([
    ['heading', ['e-heading', { title: html('A'), tag: text('h3') }], '<h3>A</h3>'],
    ['text of 3.29', ['e-paragraph', { paragraph: text('a <b>b</b>') }], '<p>a <b>b</b></p>'],
    [
      'text of 3.34',
      ['e-paragraph', { paragraph: typed('html-v2', { content: 'a', children: [] }) }],
      '<p>a</p>',
    ],
    ['link', ['e-heading', { title: html('A'), link: to('/a') }], '<h2><a href="/a">A</a></h2>'],
    [
      'link to a post',
      ['e-button', { text: html('A'), link: linkTo(typed('number', 7)) }],
      '<p><a href="/?p=7">A</a></p>',
    ],
    [
      'link that was searched for',
      [
        'e-button',
        { text: html('A'), link: linkTo(typed('query', { id: typed('number', 7), label: text('Post') })) },
      ],
      '<p><a href="/?p=7">A</a></p>',
    ],
    [
      'image with an address',
      [
        'e-image',
        { image: picture({ id: null, url: typed('url', 'https://e.com/a.jpg'), alt: text('Sea') }) },
      ],
      '<figure><img src="https://e.com/a.jpg" alt="Sea"></figure>',
    ],
    [
      'image of the library',
      ['e-image', { image: picture({ id: typed('image-attachment-id', 11), url: null }), link: to('/a') }],
      '<figure><a href="/a"><img src="https://old.example/11.jpg" alt=""></a></figure>',
    ],
    [
      'drawing',
      ['e-svg', { svg: typed('image-src', { id: typed('image-attachment-id', 11), url: null }) }],
      '<figure><img src="https://old.example/11.jpg" alt=""></figure>',
    ],
    [
      'drawing that nobody has chosen',
      [
        'e-svg',
        {
          svg: typed('image-src', {
            url: typed('url', 'https://e.com/wp-content/plugins/elementor/assets/images/default-svg.svg'),
          }),
        },
      ],
      '',
    ],
    ['video', ['e-youtube', { source: text('https://youtu.be/a') }], link('https://youtu.be/a')],
    [
      'video of its own',
      ['e-self-hosted-video', { source: typed('video-src', { id: typed('video-attachment-id', 11) }) }],
      link('https://old.example/11.jpg'),
    ],
    [
      'value of a component',
      ['e-heading', { title: typed('overridable', { override_key: 'a', origin_value: html('A') }) }],
      '<h2>A</h2>',
    ],
    [
      'fallback of a text that WordPress looks up',
      ['e-heading', { title: typed('dynamic', { name: 'post-title', settings: { fallback: text('A') } }) }],
      '<h2>A</h2>',
    ],
  ])('keeps its %s', async (_, content, expected) => {
    const block = element('e-div-block', [element('e-flexbox', [widget(content)])])
    expect((await importPage([block])).html).toBe(expected)
  })

  test('keeps tabs with their titles', async () => {
    const tabs = element('e-tabs', [
      element('e-tabs-menu', [element('e-tab', [paragraph('One')]), element('e-tab', [paragraph('Two')])]),
      element('e-tabs-content-area', [
        element('e-tab-content', [paragraph('a')]),
        element('e-tab-content', [paragraph('b')]),
      ]),
    ])
    expect((await importPage([tabs])).html).toBe('<h3>One</h3><p>a</p><h3>Two</h3><p>b</p>')
  })

  test('keeps panels, lists and buttons', async () => {
    const icon = widget(['e-svg', {}])
    const item = element('e-accordion-item', [
      element('e-accordion-item-header', [
        element('e-accordion-item-title', [paragraph('Q')]),
        element('e-accordion-item-icon', [icon]),
      ]),
      element('e-accordion-item-content', [paragraph('A')]),
    ])
    const list = element('e-list', [
      element('e-list-item', [
        element('e-list-item-marker', [icon]),
        element('e-list-item-content', [paragraph('x <b>y</b>')]),
      ]),
    ])
    const button = element(
      'e-icon-button',
      [element('e-icon-button-content', [paragraph('Go')]), element('e-icon-button-icon', [icon])],
      { link: to('/go') },
    )
    expect((await importPage([element('e-accordion', [item]), list, button])).html).toBe(
      '<h3>Q</h3><p>A</p><ul><li>x <b>y</b></li></ul><p><a href="/go">Go</a></p>',
    )
  })

  test('keeps the link of a block', async () => {
    const block = element('e-div-block', [paragraph('a')], { link: to('https://e.com/') })
    expect((await importPage([block])).html).toBe(
      '<p>a</p><p><a href="https://e.com/">https://e.com/</a></p>',
    )
  })

  test('that is unknown is named, and so are texts that WordPress looks up and background images', async () => {
    const background = typed('background-image-overlay', { image: picture({ id: 5 }) })
    const styles = { s: { variants: [{ props: { background } }] } }
    const { html: kept, reasons } = await importPage([
      { ...element('e-flexbox', [widget(['e-form-input', { label: html('Name') }])]), styles },
      widget(['e-heading', { title: typed('dynamic', { name: 'site-title', settings: {} }) }]),
    ])
    expect([kept, reasons]).toEqual([
      '',
      [
        '[elementor-e-form-input] left out: the file does not contain its output',
        'background image left out: texts have none',
        '[elementor-dynamic-site-title] left out: the file does not contain its output',
      ],
    ])
  })

  test('with values in one another without end does not stop the import', async () => {
    let title: object = text('A')
    for (let level = 0; level < 5_000; level++) title = typed('string', title)
    const data = [widget(['e-heading', { title }]), widget(['e-paragraph', { paragraph: html('b') }])]
    expect((await importPage(data)).html).toBe('<p>b</p>')
  })
})
