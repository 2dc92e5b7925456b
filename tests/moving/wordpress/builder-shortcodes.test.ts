// Elements of page builders. The attributes are those of the plugins’ own definitions, read in the copies that public
// repositories of sites have:
// - WPBakery 8.1: github.com/kareemelbhnasawy/kreators-wp, wp-content/plugins/js_composer/config/**/shortcode-vc-*.php
//   (`param_name`); `vc_build_link` and `vc_value_from_safe` (`#E-8_`) in include/helpers
// - Divi and Avada: their names begin with `et_pb_` and `fusion_`
// - Elementor: includes/widgets/*.php; a page's HTML is stored by core/base/document.php (`save_plain_text`)
import { describe, expect, test } from 'bun:test'
import { toContentHtml } from '../../../src/moving/wordpress/convert/content-html.ts'
import { createGalleries } from '../../../src/moving/wordpress/convert/galleries.ts'
import { item, read, wxr } from './wxr.ts'

const attachments = [11, 12].map((id) =>
  item({
    id,
    type: 'attachment',
    url: `https://old.example/${id}.jpg`,
    meta: { _wp_attachment_image_alt: `Alt ${id}` },
  }),
)
const galleries = createGalleries((await read(wxr(attachments.join('')))).attachments)
const convert = (content: string) =>
  toContentHtml(content, { postId: 7, galleries, reusableBlocks: new Map(), collectsFaqs: true })
const compact = (content: string) => convert(content).html.replace(/\n+/g, '')

const image = (id: number) => `<figure><img src="https://old.example/${id}.jpg" alt="Alt ${id}"></figure>`
const link = (url: string, text = url) => `<p><a href="${url}">${text}</a></p>`

describe('WPBakery', () => {
  test.each([
    [
      '[vc_row css=".vc_custom_1{padding: 1px !important;}"][vc_column width="1/2"][vc_column_text]a\n\nb[/vc_column_text][/vc_column][/vc_row]',
      '<p>a</p><p>b</p>',
    ],
    [
      '[vc_custom_heading text="عنوان ۱" font_container="tag:h3|text_align:right"]',
      '<h3 class="has-text-align-right">عنوان ۱</h3>',
    ],
    ['[vc_custom_heading text="Only a line" font_container="tag:p"]', '<p>Only a line</p>'],
    [
      '[vc_custom_heading text="Go" font_container="tag:h3" link="url:%2Fgo|title:T"]',
      '<h3><a href="/go">Go</a></h3>',
    ],
    [
      '[vc_single_image title="Our sea" image="11" onclick="custom_link" link="https://e.com/?a=1&b=2"]',
      '<h3>Our sea</h3><figure><a href="https://e.com/?a=1&amp;b=2"><img src="https://old.example/11.jpg" alt="Alt 11"></a></figure>',
    ],
    [
      `[vc_gallery source="external_link" custom_srcs="#E-8_${btoa(encodeURIComponent('https://cdn.example/1.png\nhttps://cdn.example/2.png'))}"]`,
      '<figure><img src="https://cdn.example/1.png" alt=""></figure><figure><img src="https://cdn.example/2.png" alt=""></figure>',
    ],
    ['[vc_icon link="url:https%3A%2F%2Fe.com%2F|title:Shop"]', link('https://e.com/', 'Shop')],
    [
      '[vc_pricing_table heading="Small" subheading="For one" currency="$" price="9" period="a month" btn_title="Buy" btn_link="url:%2Fbuy"]All of it[/vc_pricing_table]',
      `<h3>Small</h3><p>For one</p><p>$ 9 a month</p><p>All of it</p>${link('/buy', 'Buy')}`,
    ],
    [
      '[vc_tta_tabs title="Ours"][vc_tta_section title="One"]a[/vc_tta_section][/vc_tta_tabs]',
      '<h3>Ours</h3><h3>One</h3><p>a</p>',
    ],
    ['[vc_single_image image="11" img_size="full" alignment="center"]', image(11)],
    [
      '[vc_single_image source="external_link" custom_src="https://cdn.example/x.png" caption="Sea"]',
      '<figure><img src="https://cdn.example/x.png" alt=""></figure><p>Sea</p>',
    ],
    ['[vc_gallery type="image_grid" images="11,12" img_size="full"]', image(11) + image(12)],
    ['[vc_images_carousel images="12" title="More"]', `<h3>More</h3>${image(12)}`],
    ['[vc_media_grid include="11"]', image(11)],
    [
      '[vc_btn title="خرید" link="url:https%3A%2F%2Fe.com%2Fa%3Fb%3D1%26c|title:T|target:_blank"]',
      link('https://e.com/a?b=1&amp;c', 'خرید'),
    ],
    [
      '[vc_cta h2="Big" h4="Small" btn_title="Go" btn_link="url:%2Fgo||"]Text[/vc_cta]',
      `<h2>Big</h2><h4>Small</h4><p>Text</p>${link('/go', 'Go')}`,
    ],
    [
      '[vc_tta_accordion][vc_tta_section title="One" tab_id="1"]a[/vc_tta_section][vc_tta_section title="Two `{`2`}`"]b[/vc_tta_section][/vc_tta_accordion]',
      '<h3>One</h3><p>a</p><h3>Two &#91;2&#93;</h3><p>b</p>',
    ],
    ['[vc_toggle title="Why?"]Because[/vc_toggle]', '<h3>Why?</h3><p>Because</p>'],
    ['a[vc_separator color="grey"]b', '<p>a</p><hr><p>b</p>'],
    ['[vc_video link="https://youtu.be/x"]', link('https://youtu.be/x')],
    [`[vc_raw_html]${btoa(encodeURIComponent('<p>پیش‌نویس</p>'))}[/vc_raw_html]`, '<p>پیش‌نویس</p>'],
    ['[vc_new_element title="x"]kept[/vc_new_element]', '<p>kept</p>'],
  ])('%s', (content, html) => {
    expect(compact(content)).toBe(html)
  })

  test.each([
    '[vc_row parallax_image="11"]a[/vc_row]',
    '[vc_row css=".vc_custom_1{background-image: url(https://old.example/x.jpg?id=11) !important;}"]a[/vc_row]',
    '[et_pb_section background_image="https://old.example/x.jpg"]a[/et_pb_section]',
    '[fusion_builder_container background_image="https://old.example/x.jpg"]a[/fusion_builder_container]',
  ])('the background image of %s is named', (content) => {
    const { html, removed } = convert(content)
    expect([html, removed]).toEqual(['<p>a</p>', ['background image left out: texts have none']])
  })

  test('grids of posts, scripts and unknown elements are named', () => {
    const content =
      '[vc_basic_grid post_type="post"][vc_raw_js]eA==[/vc_raw_js][vc_new_element]a[/vc_new_element]'
    expect(convert(content).removed.map((reason) => reason.split(' ')[0])).toEqual([
      '[vc_basic_grid]',
      '[vc_raw_js]',
      '[vc_new_element]',
    ])
  })

  test('raw HTML that is nested too deeply is left out', () => {
    const { html, removed } = convert(`a[vc_raw_html]${btoa('<b>'.repeat(300))}[/vc_raw_html]`)
    expect([html, removed.length]).toEqual(['<p>a</p>', 1])
  })
})

describe('Divi and Avada: elements are unwrapped', () => {
  const divi = (inner: string) =>
    `[et_pb_section fb_built="1"][et_pb_row][et_pb_column type="4_4"]${inner}[/et_pb_column][/et_pb_row][/et_pb_section]`
  const avada = (inner: string) =>
    `[fusion_builder_container type="flex"][fusion_builder_row][fusion_builder_column type="1_1"]${inner}[/fusion_builder_column][/fusion_builder_row][/fusion_builder_container]`

  test.each([
    [divi('[et_pb_text admin_label="Text"]<p>a</p>\n<p>b</p>[/et_pb_text]'), '<p>a</p><p>b</p>'],
    [divi('[et_pb_text admin_label="Text [1]"]a[/et_pb_text]'), '<p>a</p>'],
    [divi(`[et_pb_text admin_label='a ] b' x="[/et_pb_text]"]a[/et_pb_text]`), '<p>a</p>'],
    [divi('[et_pb_text admin_label="it\'s [2]" disabled_on="off|off"]a[/et_pb_text]'), '<p>a</p>'],
    [divi('[et_pb_text link_option_url="/all"]a[/et_pb_text]'), `<p>a</p>${link('/all')}`],
    [avada('[fusion_text]<p>a</p>[/fusion_text]'), '<p>a</p>'],
  ])('layout leaves its content: %s', (text, html) => {
    expect([compact(text), convert(text).removed]).toEqual([html, []])
  })

  test.each([
    [divi('[et_pb_blurb title="Fast" image="/x.jpg"]text[/et_pb_blurb]'), '<p>text</p>', ['et_pb_blurb']],
    [
      divi('[et_pb_accordion][et_pb_accordion_item title="Q"]A[/et_pb_accordion_item][/et_pb_accordion]'),
      '<p>A</p>',
      ['et_pb_accordion', 'et_pb_accordion_item'],
    ],
    [divi('[et_pb_image src="/x.jpg" /][et_pb_blog /]'), '', ['et_pb_image', 'et_pb_blog']],
    [divi('[et_pb_code]<em>a</em>[/et_pb_code]'), '<p><em>a</em></p>', ['et_pb_code']],
    [
      avada('[fusion_title size="3"]H[/fusion_title][fusion_button link="/go"]Go[/fusion_button]'),
      `<p>H</p><p>Go</p>${link('/go')}`,
      ['fusion_title', 'fusion_button'],
    ],
    [
      avada('[fusion_imageframe style_type="none"]<img src="/x.jpg">[/fusion_imageframe]'),
      '<p><img src="/x.jpg"></p>',
      ['fusion_imageframe'],
    ],
    [avada('a [fusion_tooltip title="Note"]b[/fusion_tooltip] c'), '<p>a b c</p>', ['fusion_tooltip']],
  ])('the others leave their content and are named: %s', (text, html, names) => {
    expect(compact(text)).toBe(html)
    expect(convert(text).removed).toEqual(
      names.map((name) => `[${name}] unwrapped: the text inside it is kept, its settings are not`),
    )
  })

  test('code in base64 is read', () => {
    expect(compact(avada(`[fusion_code]${btoa('<em>raw</em>')}[/fusion_code]`))).toBe('<p><em>raw</em></p>')
  })

  test('a contact form is left out with its fields, and named', () => {
    const form = '[et_pb_contact_form][et_pb_contact_field]Name[/et_pb_contact_field][/et_pb_contact_form]'
    const { html, removed } = convert(divi(form))
    expect([html, removed.map((reason) => reason.split(' ')[0])]).toEqual(['', ['[et_pb_contact_form]']])
  })
})

describe('HTML that a page builder has rendered', () => {
  test('loses its wrappers, styles and scripts, and keeps the other elements', () => {
    const content =
      '<div class="elementor elementor-12"><section class="elementor-section"><div class="elementor-widget-container"><style>/*! elementor - v3.17.0 */.x{}</style><h2>عنوان</h2></div><div class="note"><p>a</p></div></section></div><script>alert(1)</script>'
    const { html, removed } = convert(content)
    expect(html.replace(/\n+/g, '')).toBe('<h2>عنوان</h2><div class="note"><p>a</p></div>')
    expect(removed).toEqual(['<script> left out: the file does not contain its output'])
  })

  test('keeps its video as a link', () => {
    const settings = '{&quot;youtube_url&quot;:&quot;https:\\/\\/www.youtube.com\\/watch?v=x&quot;}'
    expect(
      compact(
        `<div class="elementor-element elementor-widget-video" data-settings="${settings}"><div></div></div>`,
      ),
    ).toContain(link('https://www.youtube.com/watch?v=x'))
  })
})
