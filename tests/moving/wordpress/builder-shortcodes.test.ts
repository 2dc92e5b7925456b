// Elements of page builders. The attributes are those of the plugins’ own definitions, read in the copies that public
// repositories of sites have:
// - WPBakery 8.1: github.com/kareemelbhnasawy/kreators-wp, wp-content/plugins/js_composer/config/**/shortcode-vc-*.php
//   (`param_name`); `vc_build_link` and `vc_value_from_safe` (`#E-8_`) in include/helpers
// - Divi 3.16: github.com/earthstrike/wordpress, wp-content/themes/Divi/includes/builder/module/*.php (`get_fields`); its
//   escapes %22 %91 %92 %93 in includes/builder/functions.php. Divi 4: github.com/kd-com/base-finale-divi5, the same folder,
//   Heading.php (`title`, `title_level`, `url`) and Icon.php (`url`)
// - Avada 5 (fusion-builder 2.2): github.com/Cmac2712/luke-birthday, wp-content/plugins/fusion-builder/shortcodes/fusion-*.php
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
    ['[vc_custom_heading text="عنوان ۱" font_container="tag:h3|text_align:right"]', '<h3>عنوان ۱</h3>'],
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

describe('Divi', () => {
  const page = (inner: string) =>
    `[et_pb_section fb_built="1"][et_pb_row][et_pb_column type="4_4"]${inner}[/et_pb_column][/et_pb_row][/et_pb_section]`
  test.each([
    ['[et_pb_text admin_label="Text"]<p>a</p>\n<p>b</p>[/et_pb_text]', '<p>a</p><p>b</p>'],
    [
      '[et_pb_image src="https://old.example/x.jpg" alt="A" url="/big"][/et_pb_image]',
      '<figure><a href="/big"><img src="https://old.example/x.jpg" alt="A"></a></figure>',
    ],
    ['[et_pb_button button_url="/contact" button_text="تماس" /]', link('/contact', 'تماس')],
    [
      '[et_pb_blurb title="Fast %22and%22 small %91x%93" image="https://old.example/x.jpg"]text[/et_pb_blurb]',
      '<figure><img src="https://old.example/x.jpg" alt=""></figure><h4>Fast &quot;and&quot; small &#91;x&#93;</h4><p>text</p>',
    ],
    [
      '[et_pb_fullwidth_header title="T" subhead="S" button_one_text="Go" button_one_url="/go"]<p>One</p>[/et_pb_fullwidth_header]',
      `<h2>T</h2><p>S</p><p>One</p>${link('/go', 'Go')}`,
    ],
    [
      '[et_pb_slider][et_pb_slide heading="H" button_text="Go" button_link="/go"]c[/et_pb_slide][/et_pb_slider]',
      `<h2>H</h2><p>c</p>${link('/go', 'Go')}`,
    ],
    ['[et_pb_gallery gallery_ids="11,12"][/et_pb_gallery]', image(11) + image(12)],
    [
      '[et_pb_accordion][et_pb_accordion_item title="Q"]A[/et_pb_accordion_item][/et_pb_accordion]',
      '<h3>Q</h3><p>A</p>',
    ],
    ['[et_pb_tabs][et_pb_tab title="Q"]A[/et_pb_tab][/et_pb_tabs]', '<h3>Q</h3><p>A</p>'],
    [
      '[et_pb_testimonial author="Ada" job_title="Engineer" company_name="Analytical"]Good[/et_pb_testimonial]',
      '<p>Good</p><p>Ada, Engineer, Analytical</p>',
    ],
    [
      '[et_pb_team_member name="Ada" position="Engineer" image_url="/a.jpg"]Bio[/et_pb_team_member]',
      '<figure><img src="/a.jpg" alt=""></figure><h4>Ada</h4><p>Engineer</p><p>Bio</p>',
    ],
    ['[et_pb_video src="https://youtu.be/x"][/et_pb_video]', link('https://youtu.be/x')],
    ['[et_pb_heading title="H" title_level="h4" /]', '<h4>H</h4>'],
    ['[et_pb_heading title="H" title_level="h4" url="/h" /]', '<h4><a href="/h">H</a></h4>'],
    ['[et_pb_icon font_icon="x" url="/shop" /]', link('/shop')],
    [
      '[et_pb_blurb title="T" url="/t" image="/i.png" alt="A"]c[/et_pb_blurb]',
      '<figure><a href="/t"><img src="/i.png" alt="A"></a></figure><h4><a href="/t">T</a></h4><p>c</p>',
    ],
    [
      '[et_pb_team_member name="Ada" facebook_url="https://facebook.com/ada"]Bio[/et_pb_team_member]',
      `<h4>Ada</h4><p>Bio</p>${link('https://facebook.com/ada')}`,
    ],
    [
      '[et_pb_testimonial author="Ada" url="https://e.com/"]Good[/et_pb_testimonial]',
      `<p>Good</p><p>Ada</p>${link('https://e.com/')}`,
    ],
    [
      '[et_pb_audio title="Song" artist_name="Ada" album_name="First" image_url="/c.jpg" audio="https://e.com/a.mp3" /]',
      `<figure><img src="/c.jpg" alt=""></figure><p>Ada – Song – First</p>${link('https://e.com/a.mp3')}`,
    ],
    ['[et_pb_number_counter title="Steel" number="80" /]', '<p>Steel: 80%</p>'],
    ['[et_pb_circle_counter title="Ships" number="7" percent_sign="off" /]', '<p>Ships: 7</p>'],
    ['[et_pb_text link_option_url="/all"]a[/et_pb_text]', `<p>a</p>${link('/all')}`],
    ['[et_pb_cta title="T" link_option_url="/all"]a[/et_pb_cta]', `<h2>T</h2><p>a</p>${link('/all')}`],
    [
      '[et_pb_code]<em>a</em><!-- [et_pb_line_break_holder] --><em>b</em>[/et_pb_code]',
      '<p><em>a</em><em>b</em></p>',
    ],
    ['[et_pb_blurb title="@ET-DC@eyJ4IjoxfQ==@"]text[/et_pb_blurb]', '<p>text</p>'],
  ])('%s', (content, html) => {
    expect(compact(page(content))).toBe(html)
  })

  test('a contact form and a list of posts are left out and named', () => {
    const { html, removed } = convert(
      page(
        '[et_pb_contact_form title="Write"][et_pb_contact_field field_title="Name"]Name[/et_pb_contact_field][/et_pb_contact_form][et_pb_blog /]',
      ),
    )
    expect([html, removed.map((reason) => reason.split(' ')[0])]).toEqual([
      '',
      ['[et_pb_contact_form]', '[et_pb_blog]'],
    ])
  })
})

describe('Avada', () => {
  const page = (inner: string) =>
    `[fusion_builder_container type="flex"][fusion_builder_row][fusion_builder_column type="1_1"]${inner}[/fusion_builder_column][/fusion_builder_row][/fusion_builder_container]`
  test.each([
    [
      '[fusion_title size="3" content_align="left"]H[/fusion_title][fusion_text]<p>a</p>[/fusion_text]',
      '<h3>H</h3><p>a</p>',
    ],
    [
      '[fusion_imageframe image_id="11|full" alt="A" link="/big"]https://old.example/x.jpg[/fusion_imageframe]',
      '<figure><a href="/big"><img src="https://old.example/x.jpg" alt="A"></a></figure>',
    ],
    [
      '[fusion_imageframe style_type="none"]<img src="/x.jpg">[/fusion_imageframe]',
      '<p><img src="/x.jpg"></p>',
    ],
    ['[fusion_imageframe image_id="11|full" /]', image(11)],
    [
      '[fusion_title title_type="rotating" before_text="We sell" rotation_text="pumps|pipes" highlight_text="x" after_text="here" size="2" /]',
      '<h2>We sell pumps, pipes here</h2>',
    ],
    ['[fusion_title title_type="highlight" before_text="We" highlight_text="sell" /]', '<h2>We sell</h2>'],
    [
      '[fusion_pricing_table][fusion_pricing_column title="Small"][fusion_pricing_price currency="$" price="9" time="monthly"][/fusion_pricing_price][fusion_pricing_row]All[/fusion_pricing_row][/fusion_pricing_column][/fusion_pricing_table]',
      '<h3>Small</h3><p>$ 9 monthly</p><p>All</p>',
    ],
    [
      '[fusion_person name="Ada" title="Engineer" picture="/a.jpg" linkedin="https://e.com/ada"]Bio[/fusion_person]',
      `<figure><img src="/a.jpg" alt=""></figure><h4>Ada</h4><p>Engineer</p><p>Bio</p>${link('https://e.com/ada')}`,
    ],
    ['[fusion_social_links facebook="https://facebook.com/a" /]', link('https://facebook.com/a')],
    [
      '[fusion_image_before_after before_image="/b.jpg" before_label="Before" after_image="/a.jpg" /]',
      '<figure><img src="/b.jpg" alt=""></figure><p>Before</p><figure><img src="/a.jpg" alt=""></figure>',
    ],
    [
      '[fusion_clients][fusion_client image="/c.png" link="https://e.com/" alt="C" /][/fusion_clients]',
      '<figure><a href="https://e.com/"><img src="/c.png" alt="C"></a></figure>',
    ],
    [
      '[fusion_slider][fusion_slide type="video" video="https://youtu.be/x" /][/fusion_slider]',
      link('https://youtu.be/x'),
    ],
    [
      'a [fusion_tooltip title="Note"]b[/fusion_tooltip] [fusion_popover title="T" content="C"]d[/fusion_popover]',
      '<p>a b (Note) d (T: C)</p>',
    ],
    [
      '[fusion_flip_box title_front="F" image="/f.png" title_back="B"]c[/fusion_flip_box]',
      '<figure><img src="/f.png" alt=""></figure><h3>F</h3><h4>B</h4><p>c</p>',
    ],
    [
      '[fusion_testimonial name="Ada" link="https://e.com/"]Good[/fusion_testimonial]',
      `<p>Good</p><p>Ada</p>${link('https://e.com/')}`,
    ],
    ['[fusion_button link="/go" color="x"]Go[/fusion_button]', link('/go', 'Go')],
    [
      '[fusion_accordion][fusion_toggle title="Q" open="no"]A[/fusion_toggle][/fusion_accordion]',
      '<h3>Q</h3><p>A</p>',
    ],
    [
      '[fusion_checklist][fusion_li_item icon=""]a[/fusion_li_item][fusion_li_item]b[/fusion_li_item][/fusion_checklist]',
      '<ul><li>a</li><li>b</li></ul>',
    ],
    [
      '[fusion_content_boxes][fusion_content_box title="T" image="/i.png" link="/l" linktext="More"]c[/fusion_content_box][/fusion_content_boxes]',
      `<figure><img src="/i.png" alt=""></figure><h3>T</h3><p>c</p>${link('/l', 'More')}`,
    ],
    ['[fusion_gallery layout="grid" image_ids="11,12" /]', image(11) + image(12)],
    ['[fusion_gallery][fusion_gallery_image image="" image_id="11|full" /][/fusion_gallery]', image(11)],
    ['[fusion_youtube id="https://youtu.be/x" /]', link('https://youtu.be/x')],
    [
      '[fusion_testimonials][fusion_testimonial name="Ada" company="Analytical"]Good[/fusion_testimonial][/fusion_testimonials]',
      '<p>Good</p><p>Ada, Analytical</p>',
    ],
    [`[fusion_code]${btoa('<em>raw</em>')}[/fusion_code]`, '<p><em>raw</em></p>'],
    ['a [fusion_highlight color="x"]b[/fusion_highlight] c', '<p>a b c</p>'],
  ])('%s', (content, html) => {
    expect(compact(page(content))).toBe(html)
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
