// Elements of Divi (`et_pb_`) with texts, links or pictures in their attributes.

import { linkedContent } from './avada-shortcodes.ts'
import { withValue } from './shortcode-attributes.ts'
import type { ShortcodeElement } from './shortcode-elements.ts'
import {
  button,
  heading,
  headingWithLevel,
  line,
  linkedHeading,
  linkInLine,
  links,
  type Part,
  paragraph,
  picture,
  pictures,
  player,
  rule,
} from './shortcode-parts.ts'

/** Divi's code module: its line breaks are comments, which are removed earlier, and its brackets are entities. */
const diviCode: ShortcodeElement = {
  isRaw: true,
  convert: (content) =>
    `\n\n${content
      .replace(/(?:<!--\s*)?\[et_pb_(?:line_break|br)_holder\](?:\s*-->)?/g, '\n')
      .replace(/&#0?91;/g, '[')
      .replace(/&#0?93;/g, ']')}\n\n`,
}

/** Divi adds the sign to the number unless that is switched off. */
const counter: Part = (attributes, tools) => {
  const number = attributes.get('number')
  const sign = number === '' || attributes.get('percent_sign') === 'off' ? '' : '%'
  return line(': ', 'title', 'number')(withValue(attributes, 'number', number + sign), tools)
}

export const DIVI: Record<string, ShortcodeElement> = {
  et_pb_heading: {
    before: [
      (attributes, tools) =>
        headingWithLevel('title_level', 'title')(
          withValue(attributes, 'title', linkInLine('url', 'title')(attributes, tools)),
          tools,
        ),
    ],
  },
  et_pb_icon: { before: [button(['url'])] },
  et_pb_image: { before: [picture(['src'], { link: 'url' })] },
  et_pb_fullwidth_image: { before: [picture(['src'], { link: 'url' })] },
  et_pb_gallery: { before: [pictures('gallery_ids')] },
  et_pb_button: { before: [button(['button_url'], 'button_text')] },
  et_pb_blurb: { before: [picture(['image'], { link: 'url' }), linkedHeading(4, 'url', 'title')] },
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
    after: [line(', ', 'author', 'job_title', 'company_name'), button(['url'])],
  },
  et_pb_team_member: {
    before: [picture(['image_url']), heading(4, 'name'), paragraph('position')],
    after: [links('facebook_url', 'twitter_url', 'google_url', 'linkedin_url')],
  },
  et_pb_pricing_table: {
    before: [heading(3, 'title'), paragraph('subtitle'), line(' ', 'currency', 'sum', 'per')],
    after: [button(['button_url'], 'button_text')],
  },
  et_pb_number_counter: { before: [counter] },
  et_pb_circle_counter: { before: [counter] },
  et_pb_counter: { after: [paragraph('percent')] },
  et_pb_countdown_timer: { before: [line(': ', 'title', 'date_time')] },
  et_pb_map_pin: { before: [heading(4, 'title')], after: [paragraph('pin_address')] },
  et_pb_social_media_follow_network: { convert: linkedContent },
  et_pb_video: { before: [player('src', 'src_webm')] },
  et_pb_video_slider_item: { before: [player('src', 'src_webm')] },
  et_pb_audio: {
    before: [picture(['image_url']), line(' – ', 'artist_name', 'title', 'album_name'), player('audio')],
  },
  et_pb_divider: { before: [rule] },
  et_pb_code: diviCode,
  et_pb_fullwidth_code: diviCode,
}
