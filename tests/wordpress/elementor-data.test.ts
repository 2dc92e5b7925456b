// The controls of the widgets are those of https://github.com/elementor/elementor, includes/widgets: heading.php (`title`,
// `header_size`, `link`), text-editor.php (`editor`), image-box.php (`image`, `title_text`, `title_size`, `description_text`),
// icon-list.php (`icon_list`), image-gallery.php (`wp_gallery`, shown as a [gallery] of their ids), toggle.php (`tabs` with
// `tab_title` and `tab_content`), testimonial.php (`testimonial_content`, `testimonial_name`, `testimonial_job`).
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
  return { html: articles[0]!.record.content?.replace(/\n+/g, '') ?? '', changed }
}

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
    ['empty widget', ['spacer', []], ''],
  ])('keeps its %s', async (_, content, html) => {
    expect((await importPage(page(content))).html).toBe(html)
  })

  test('loses widgets of unknown types, which are named', async () => {
    const { html, changed } = await importPage(page(['heading', { title: 'A' }], ['price-table', { x: 1 }]))
    expect(html).toBe('<h2>A</h2>')
    expect(changed.map(({ reason }) => reason)).toContain(
      '[elementor-price-table] left out: the file does not contain its output',
    )
  })

  test('is not read where there is a content', async () => {
    expect((await importPage(page(['heading', { title: 'A' }]), '<p>b</p>')).html).toBe('<p>b</p>')
  })

  test.each([
    ['no JSON', '{'],
    ['another shape', '{"a": [1, null]}'],
    ['null', 'null'],
    ['text for objects', JSON.stringify(page(['image', { image: 'x', link: 5 }]))],
    ['very deep', `${'[{"elements":'.repeat(20_000)}[]${'}]'.repeat(20_000)}`],
  ])('with %s does not stop the import', async (_, data) => {
    expect((await importPage(data)).html).toBe('')
  })
})
