// Elements of WPBakery (`vc_`), Divi (`et_pb_`) and Avada (`fusion_`). Names and attributes are those that the plugins
// store; `tests/moving/wordpress/builder-shortcodes.test.ts` names a source for each. Elements of these builders that are not
// listed keep their content.

import { AVADA } from './avada-shortcodes.ts'
import { DIVI } from './divi-shortcodes.ts'
import type { ShortcodeElement } from './shortcode-elements.ts'
import { background, heading, links } from './shortcode-parts.ts'
import { WPBAKERY } from './wpbakery-shortcodes.ts'

const names = (list: string) => list.split(/\s+/).filter(Boolean)

/** Layout and decoration without text of its own. */
const CONTAINERS = names(
  `vc_row vc_row_inner vc_section vc_column vc_column_inner vc_column_text vc_message vc_tta_toggle vc_empty_space
  et_pb_section et_pb_row et_pb_row_inner et_pb_column et_pb_column_inner et_pb_text et_pb_accordion et_pb_tabs
  et_pb_slider et_pb_fullwidth_slider et_pb_pricing_tables et_pb_counters et_pb_video_slider et_pb_map
  et_pb_fullwidth_map et_pb_social_media_follow et_pb_post_content et_pb_fullwidth_post_content
  fusion_builder_container fusion_builder_row fusion_builder_row_inner fusion_builder_column
  fusion_builder_column_inner fusion_builder_next_page fusion_text fusion_images fusion_accordion fusion_tabs
  fusion_content_boxes fusion_testimonials fusion_alert fusion_counters_box fusion_table fusion_clients
  fusion_flip_boxes fusion_slider fusion_pricing_table fusion_pricing_row fusion_pricing_footer`,
)

/** Formatting within a line. */
const INLINE = names('fusion_highlight fusion_dropcap fusion_modal_text_link')

/** Groups of panels with a title above all of them. */
const TITLED = names('vc_tta_tabs vc_tta_accordion vc_tta_tour vc_tta_pageable vc_tabs vc_tour vc_accordion')

export const BUILDER_ELEMENTS: Record<string, ShortcodeElement> = {
  ...Object.fromEntries(
    CONTAINERS.map((name) => [name, { before: [background], after: [links('link_option_url', 'link')] }]),
  ),
  ...Object.fromEntries(TITLED.map((name) => [name, { before: [heading(3, 'title')] }])),
  ...Object.fromEntries(INLINE.map((name) => [name, { isInline: true as const }])),
  ...WPBAKERY,
  ...Object.fromEntries(
    Object.entries(DIVI).map(([name, element]) => [
      name,
      { ...element, after: [...(element.after ?? []), links('link_option_url')] },
    ]),
  ),
  ...AVADA,
}
