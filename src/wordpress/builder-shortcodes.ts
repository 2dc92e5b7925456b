// Elements of WPBakery (`vc_`), Divi (`et_pb_`) and Avada (`fusion_`). Names and attributes are those that the plugins
// store; `tests/wordpress/builder-shortcodes.test.ts` names a source for each. Elements of these builders that are not
// listed keep their content.

import { whyTooComplex } from './html-nesting.ts'
import type { Attributes } from './shortcode-attributes.ts'
import type { ShortcodeElement } from './shortcode-elements.ts'
import {
  button,
  decodePercent,
  heading,
  headingWithLevel,
  line,
  packedLink,
  paragraph,
  picture,
  pictures,
  player,
  playerOf,
  rule,
  type ShortcodeTools,
  toImage,
} from './shortcode-parts.ts'

const names = (list: string) => list.split(/\s+/).filter(Boolean)

/** Layout and decoration without text of its own. */
const CONTAINERS = names(
  `vc_row vc_row_inner vc_section vc_column vc_column_inner vc_column_text vc_message vc_tta_tabs vc_tta_accordion
  vc_tta_tour vc_tta_pageable vc_tta_toggle vc_tabs vc_tour vc_accordion vc_empty_space vc_icon
  et_pb_section et_pb_row et_pb_row_inner et_pb_column et_pb_column_inner et_pb_text et_pb_accordion et_pb_tabs
  et_pb_slider et_pb_fullwidth_slider et_pb_pricing_tables et_pb_counters et_pb_video_slider et_pb_map
  et_pb_fullwidth_map et_pb_social_media_follow et_pb_icon et_pb_post_content et_pb_fullwidth_post_content
  fusion_builder_container fusion_builder_row fusion_builder_row_inner fusion_builder_column
  fusion_builder_column_inner fusion_builder_next_page fusion_text fusion_images fusion_accordion fusion_tabs
  fusion_content_boxes fusion_testimonials fusion_alert fusion_counters_box fusion_table
  fusion_fontawesome fusion_flip_boxes fusion_slider fusion_pricing_table`,
)
/** Formatting within a line. */
const INLINE = names('fusion_highlight fusion_dropcap fusion_tooltip fusion_popover fusion_modal_text_link')

/** Content in base64; WPBakery's is percent-encoded inside. */
function encoded(name: string, decode = (text: string) => text): ShortcodeElement {
  return {
    isRaw: true,
    convert(content, _attributes, tools) {
      const html = decode(fromBase64(content) ?? content)
      if (whyTooComplex(html) === null) return `\n\n${html}\n\n`
      tools.remove(name)
      return ''
    },
  }
}

function fromBase64(text: string): string | null {
  const compact = text.replace(/<[^<>]*>|\s+/g, '')
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(compact) || compact.length % 4 === 1) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.fromBase64(compact))
  } catch {
    return null
  }
}

/** Divi's code module: its line breaks are comments, which are removed earlier, and its brackets are entities. */
const diviCode: ShortcodeElement = {
  isRaw: true,
  convert: (content) =>
    `\n\n${content
      .replace(/(?:<!--\s*)?\[et_pb_(?:line_break|br)_holder\](?:\s*-->)?/g, '\n')
      .replace(/&#0?91;/g, '[')
      .replace(/&#0?93;/g, ']')}\n\n`,
}

/** WPBakery's heading has its tag in `font_container="tag:h3|…"`. */
function customHeading(attributes: Attributes, tools: ShortcodeTools): string {
  const tag = /\btag:(\w+)/.exec(attributes.get('font_container'))?.[1] ?? 'h2'
  const level = /^h([1-6])$/.exec(tag)?.[1]
  return level ? heading(Number(level), 'text')(attributes, tools) : paragraph('text')(attributes, tools)
}

/** Avada's image is its content, as a URL or as HTML. */
function imageFrame(content: string, attributes: Attributes, tools: ShortcodeTools): string {
  const url = content.trim()
  if (/^(?:https?:)?\/\/\S+$|^\/\S+$/.test(url))
    return toImage(url, attributes.get('alt'), attributes.get('link'))
  if (url !== '') return content
  return picture(['src', 'image', 'image_id'], { link: 'link' })(attributes, tools)
}

/** Avada's button has its text as content. */
function linkedContent(content: string, attributes: Attributes): string {
  const url = attributes.get('link', 'url', 'href')
  if (content.trim() === '' || url === '' || /<a\b/i.test(content)) return content
  return `\n\n<a href="${url.replaceAll('"', '&quot;')}">${content.trim()}</a>\n\n`
}

const WPBAKERY: Record<string, ShortcodeElement> = {
  vc_custom_heading: { before: [customHeading] },
  vc_single_image: {
    before: [picture(['custom_src', 'image'], { link: 'link' })],
    after: [paragraph('caption')],
  },
  vc_gallery: { before: [heading(3, 'title'), pictures('images')] },
  vc_images_carousel: { before: [heading(3, 'title'), pictures('images')] },
  vc_media_grid: { before: [pictures('include')] },
  vc_masonry_media_grid: { before: [pictures('include')] },
  vc_btn: { before: [packedLink('link', 'title')] },
  vc_button: { before: [button(['href'], 'title')] },
  vc_button2: { before: [packedLink('link', 'title')] },
  vc_cta: { before: [heading(2, 'h2'), heading(4, 'h4')], after: [packedLink('btn_link', 'btn_title')] },
  vc_cta_button: { before: [paragraph('call_text')], after: [button(['href'], 'title')] },
  vc_cta_button2: { before: [heading(2, 'h2'), heading(4, 'h4')], after: [packedLink('link', 'title')] },
  vc_hoverbox: {
    before: [picture(['image']), heading(3, 'primary_title'), heading(4, 'hover_title')],
    after: [packedLink('hover_btn_link', 'hover_btn_title')],
  },
  vc_toggle: { before: [heading(3, 'title')] },
  vc_tta_section: { before: [heading(3, 'title')] },
  vc_tab: { before: [heading(3, 'title')] },
  vc_accordion_tab: { before: [heading(3, 'title')] },
  vc_text_separator: { before: [heading(3, 'title')] },
  vc_separator: { before: [rule] },
  vc_zigzag: { before: [rule] },
  vc_video: { before: [heading(3, 'title'), player('link')] },
  vc_raw_html: encoded('[vc_raw_html]', decodePercent),
}

const DIVI: Record<string, ShortcodeElement> = {
  et_pb_heading: { before: [headingWithLevel('title_level', 'title')] },
  et_pb_image: { before: [picture(['src'], { link: 'url' })] },
  et_pb_fullwidth_image: { before: [picture(['src'], { link: 'url' })] },
  et_pb_gallery: { before: [pictures('gallery_ids')] },
  et_pb_button: { before: [button(['button_url'], 'button_text')] },
  et_pb_blurb: { before: [picture(['image']), heading(4, 'title')], after: [button(['url'], 'url_text')] },
  et_pb_cta: { before: [heading(2, 'title')], after: [button(['button_url'], 'button_text')] },
  et_pb_slide: {
    before: [
      picture(['image', 'background_image'], { alt: 'image_alt' }),
      heading(2, 'heading'),
      player('video_url'),
    ],
    after: [button(['button_link'], 'button_text')],
  },
  et_pb_fullwidth_header: {
    before: [
      picture(['logo_image_url'], { alt: 'logo_alt_text' }),
      heading(1, 'title'),
      paragraph('subhead'),
      picture(['header_image_url'], { alt: 'image_alt_text' }),
    ],
    after: [button(['button_one_url'], 'button_one_text'), button(['button_two_url'], 'button_two_text')],
  },
  et_pb_toggle: { before: [heading(3, 'title')] },
  et_pb_accordion_item: { before: [heading(3, 'title')] },
  et_pb_tab: { before: [heading(3, 'title')] },
  et_pb_testimonial: {
    before: [picture(['portrait_url'])],
    after: [line(', ', 'author', 'job_title', 'company_name')],
  },
  et_pb_team_member: { before: [picture(['image_url']), heading(4, 'name'), paragraph('position')] },
  et_pb_pricing_table: {
    before: [heading(3, 'title'), paragraph('subtitle'), line(' ', 'currency', 'sum', 'per')],
    after: [button(['button_url'], 'button_text')],
  },
  et_pb_number_counter: { before: [line(': ', 'title', 'number')] },
  et_pb_circle_counter: { before: [line(': ', 'title', 'number')] },
  et_pb_counter: { after: [paragraph('percent')] },
  et_pb_countdown_timer: { before: [line(': ', 'title', 'date_time')] },
  et_pb_map_pin: { before: [heading(4, 'title')], after: [paragraph('pin_address')] },
  et_pb_social_media_follow_network: { convert: linkedContent },
  et_pb_video: { before: [player('src', 'src_webm')] },
  et_pb_video_slider_item: { before: [player('src', 'src_webm')] },
  et_pb_audio: { before: [line(' – ', 'artist_name', 'title'), player('audio')] },
  et_pb_divider: { before: [rule] },
  et_pb_code: diviCode,
  et_pb_fullwidth_code: diviCode,
}

const AVADA: Record<string, ShortcodeElement> = {
  fusion_title: {
    convert: (content, attributes, tools) =>
      /<(?:h[1-6]|p|div)\b/i.test(content)
        ? content
        : headingWithLevel('size', 'content')(withValue(attributes, 'content', content), tools),
  },
  fusion_imageframe: { convert: imageFrame },
  fusion_image: { before: [picture(['image', 'image_id'], { link: 'link' })] },
  fusion_gallery: {
    before: [pictures('image_ids')],
    convert: (content, _attributes, tools) => tools.asGallery(content),
  },
  fusion_gallery_image: { before: [picture(['image', 'image_id'], { link: 'link' })] },
  fusion_slide: { convert: imageFrame },
  fusion_button: { convert: linkedContent },
  fusion_youtube: { before: [playerOf('https://www.youtube.com/watch?v=', 'id')] },
  fusion_vimeo: { before: [playerOf('https://vimeo.com/', 'id')] },
  fusion_video: { before: [player('video')] },
  fusion_audio: { before: [player('src')] },
  fusion_soundcloud: { before: [player('url')] },
  fusion_toggle: { before: [heading(3, 'title')] },
  fusion_tab: { before: [heading(3, 'title')] },
  fusion_content_box: {
    before: [picture(['image', 'image_id']), heading(3, 'title')],
    after: [button(['link'], 'linktext')],
  },
  fusion_testimonial: {
    before: [picture(['image', 'image_id'])],
    after: [line(', ', 'name', 'company')],
  },
  fusion_person: {
    before: [picture(['picture', 'picture_id']), heading(4, 'name'), paragraph('title')],
  },
  fusion_tagline_box: {
    before: [heading(2, 'title'), paragraph('description')],
    after: [button(['link'], 'button')],
  },
  fusion_flip_box: {
    before: [heading(3, 'title_front'), paragraph('text_front'), heading(4, 'title_back')],
  },
  fusion_counter_box: { before: [line('', 'value', 'unit')] },
  fusion_checklist: { convert: (content) => content.replace(/<\/ul>\s*<ul>/g, '\n') },
  fusion_li_item: { convert: (content) => `\n\n<ul><li>${content.trim()}</li></ul>\n\n` },
  fusion_separator: { before: [rule] },
  fusion_section_separator: { before: [rule] },
  fusion_code: encoded('[fusion_code]'),
}

function withValue(attributes: Attributes, name: string, value: string): Attributes {
  return {
    ...attributes,
    get: (...wanted) => (wanted.includes(name) ? value.trim() : attributes.get(...wanted)),
  }
}

export const BUILDER_ELEMENTS: Record<string, ShortcodeElement> = {
  ...Object.fromEntries(CONTAINERS.map((name) => [name, {}])),
  ...Object.fromEntries(INLINE.map((name) => [name, { isInline: true as const }])),
  ...WPBAKERY,
  ...DIVI,
  ...AVADA,
}
