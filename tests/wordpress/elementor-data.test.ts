// The controls of the widgets are those of github.com/elementor/elementor, read there:
// - includes/widgets/heading.php (`title`, `header_size`, `link`), text-editor.php (`editor`), icon-list.php (`icon_list`),
//   image-gallery.php (`wp_gallery`, shown as a [gallery] of their ids), toggle.php (`tabs` with `tab_title`, `tab_content`)
// - image-box.php (`image`, `title_text`, `title_size`, `description_text`, `link`), alert.php (`alert_title`, `alert_description`)
// - testimonial.php (`testimonial_content` with its own paragraphs, `testimonial_image`, `_name`, `_job`), audio.php (`link`)
// - counter.php (`prefix`, `ending_number`, `suffix`, `title`), progress.php (`title`, `inner_text`, `percent`,
//   `display_percentage`)
// - video.php: `video_type` with `link`, `vimeo_link` in version 1; later `youtube_url`, `vimeo_url`, `dailymotion_url`, and
//   `hosted_url`, or `external_url` with `insert_url` (`get_hosted_video_url`)
// - modules/nested-accordion/widgets/nested-accordion.php (`items` with `item_title`, the panels are elements) and
//   modules/nested-tabs/widgets/nested-tabs.php (`tabs` with `tab_title`)
import { describe, expect, test } from 'bun:test'
import { toRecords } from '../../src/wordpress/to-records.ts'
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
  ])('keeps its %s', async (_, content, html) => {
    expect((await importPage(page(content))).html).toBe(html)
  })

  test('loses widgets of unknown types, which are named', async () => {
    const { html, reasons } = await importPage(page(['heading', { title: 'A' }], ['price-table', { x: 1 }]))
    expect(html).toBe('<h2>A</h2>')
    expect(reasons).toContain('[elementor-price-table] left out: the file does not contain its output')
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
