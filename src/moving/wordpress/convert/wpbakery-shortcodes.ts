// The elements of WPBakery (`vc_`): which of their settings are texts, links and pictures, and the HTML that they become.
// Names and settings are those that the plugin stores; the tests name a source for each.
import { type Attributes, withValue } from './shortcode-attributes.ts'
import {
  background,
  button,
  content,
  decodePercent,
  encoded,
  fromBase64,
  heading,
  line,
  linkInLine,
  links,
  type Part,
  packedLink,
  paragraph,
  picture,
  pictures,
  player,
  rule,
  toImage,
} from './shortcode-parts.ts'

/** The tag is in `font_container="tag:h3|…"`. */
const customHeading: Part = (attributes, tools, inner) => {
  const tag = /\btag:(\w+)/.exec(attributes.get('font_container'))?.[1] ?? 'h2'
  const level = /^h([1-6])$/.exec(tag)?.[1]
  const linked = withValue(attributes, 'text', linkInLine('link', 'text')(attributes, tools, inner))
  return (level ? heading(Number(level), 'text') : paragraph('text'))(linked, tools, inner)
}

/** Addresses on other servers, one a line; `#E-8_` marks base64. */
const externalPictures: Part = (attributes: Attributes, tools) => {
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

const CONTAINER = [background, content, links('link')]
const PANEL = [heading(3, 'title'), content]

export const WPBAKERY: Record<string, readonly Part[]> = {
  vc_row: CONTAINER,
  vc_row_inner: CONTAINER,
  vc_section: CONTAINER,
  vc_column: CONTAINER,
  vc_column_inner: CONTAINER,
  vc_column_text: CONTAINER,
  vc_message: CONTAINER,
  vc_tta_toggle: CONTAINER,
  vc_empty_space: CONTAINER,
  vc_tta_tabs: PANEL,
  vc_tta_accordion: PANEL,
  vc_tta_tour: PANEL,
  vc_tta_pageable: PANEL,
  vc_tabs: PANEL,
  vc_tour: PANEL,
  vc_accordion: PANEL,
  vc_toggle: PANEL,
  vc_tta_section: PANEL,
  vc_tab: PANEL,
  vc_accordion_tab: PANEL,
  vc_text_separator: PANEL,
  vc_custom_heading: [customHeading, content],
  vc_single_image: [
    heading(3, 'title'),
    picture(['custom_src', 'image'], { link: 'link' }),
    content,
    paragraph('caption'),
  ],
  vc_gallery: [heading(3, 'title'), pictures('images'), externalPictures, content],
  vc_images_carousel: [heading(3, 'title'), pictures('images'), content],
  vc_media_grid: [pictures('include'), content],
  vc_masonry_media_grid: [pictures('include'), content],
  vc_video: [heading(3, 'title'), player('link'), content],
  vc_btn: [packedLink('link', 'title'), content],
  vc_button: [button('href', 'title'), content],
  vc_button2: [packedLink('link', 'title'), content],
  vc_icon: [packedLink('link'), content],
  vc_cta: [heading(2, 'h2'), heading(4, 'h4'), content, packedLink('btn_link', 'btn_title')],
  vc_cta_button: [paragraph('call_text'), content, button('href', 'title')],
  vc_cta_button2: [heading(2, 'h2'), heading(4, 'h4'), content, packedLink('link', 'title')],
  vc_hoverbox: [
    picture(['image']),
    heading(3, 'primary_title'),
    heading(4, 'hover_title'),
    content,
    packedLink('hover_btn_link', 'hover_btn_title'),
  ],
  vc_pricing_table: [
    heading(3, 'heading'),
    paragraph('subheading'),
    line(' ', 'currency', 'price', 'period'),
    content,
    packedLink('btn_link', 'btn_title'),
  ],
  vc_separator: [rule, content],
  vc_zigzag: [rule, content],
  vc_raw_html: [encoded('[vc_raw_html]', decodePercent)],
}
