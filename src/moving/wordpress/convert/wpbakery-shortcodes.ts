// Elements of WPBakery (`vc_`) with texts, links or pictures in their attributes.

import { encoded, fromBase64 } from './encoded-content.ts'
import { type Attributes, withValue } from './shortcode-attributes.ts'
import type { ShortcodeElement } from './shortcode-elements.ts'
import {
  button,
  decodePercent,
  heading,
  line,
  linkInLine,
  packedLink,
  paragraph,
  picture,
  pictures,
  player,
  rule,
  type ShortcodeTools,
  toImage,
} from './shortcode-parts.ts'

/** WPBakery's heading has its tag in `font_container="tag:h3|…"`. */
function customHeading(attributes: Attributes, tools: ShortcodeTools): string {
  const tag = /\btag:(\w+)/.exec(attributes.get('font_container'))?.[1] ?? 'h2'
  const level = /^h([1-6])$/.exec(tag)?.[1]
  const linked = withValue(attributes, 'text', linkInLine('link', 'text')(attributes, tools))
  return level ? heading(Number(level), 'text')(linked, tools) : paragraph('text')(linked, tools)
}

/** Addresses on other servers, one a line; `#E-8_` marks base64. */
function externalPictures(attributes: Attributes, tools: ShortcodeTools): string {
  const stored = attributes.get('custom_srcs')
  const list = stored.startsWith('#E-8_') ? decodePercent(fromBase64(stored.slice(5)) ?? '') : stored
  return tools.asGallery(
    list
      .split(/[\s,]+/)
      .filter((url) => /^(?:https?:)?\/\//.test(url))
      .map((url) => toImage(url, ''))
      .join(''),
  )
}

export const WPBAKERY: Record<string, ShortcodeElement> = {
  vc_custom_heading: { before: [customHeading] },
  vc_single_image: {
    before: [heading(3, 'title'), picture(['custom_src', 'image'], { link: 'link' })],
    after: [paragraph('caption')],
  },
  vc_gallery: { before: [heading(3, 'title'), pictures('images'), externalPictures] },
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
  vc_icon: { before: [packedLink('link')] },
  vc_pricing_table: {
    before: [heading(3, 'heading'), paragraph('subheading'), line(' ', 'currency', 'price', 'period')],
    after: [packedLink('btn_link', 'btn_title')],
  },
  vc_video: { before: [heading(3, 'title'), player('link')] },
  vc_raw_html: encoded('[vc_raw_html]', decodePercent),
}
