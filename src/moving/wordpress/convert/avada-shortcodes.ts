// Elements of Avada (`fusion_`) with texts, links or pictures in their attributes.

import { escapeMixed } from '../../../text/html.ts'
import { encoded } from './encoded-content.ts'
import { type Attributes, withValue } from './shortcode-attributes.ts'
import type { ShortcodeElement } from './shortcode-elements.ts'
import {
  button,
  heading,
  headingWithLevel,
  line,
  links,
  paragraph,
  picture,
  pictures,
  player,
  playerOf,
  rule,
  type ShortcodeTools,
  toImage,
} from './shortcode-parts.ts'

/** Avada's image is its content, as a URL or as HTML. */
function imageFrame(content: string, attributes: Attributes, tools: ShortcodeTools): string {
  const url = content.trim()
  if (/^(?:https?:)?\/\/\S+$|^\/\S+$/.test(url))
    return toImage(url, attributes.get('alt'), attributes.get('link'))
  if (url !== '') return content
  return picture(['src', 'image', 'image_id'], { link: 'link' })(attributes, tools)
}

/** Avada's button has its text as content. */
export function linkedContent(content: string, attributes: Attributes): string {
  const url = attributes.get('link', 'url', 'href')
  if (content.trim() === '' || url === '' || /<a\b/i.test(content)) return content
  return `\n\n<a href="${escapeMixed(url)}">${content.trim()}</a>\n\n`
}

const AVADA_NETWORKS =
  `blogger deviantart digg discord dribbble dropbox facebook flickr forrst googleplus instagram linkedin mixer myspace
  paypal pinterest reddit rss skype soundcloud spotify tumblr twitch twitter vimeo vk whatsapp xing yahoo yelp youtube`.split(
    /\s+/,
  )

/** Avada’s title of a fixed beginning and end with words that change between them. */
const changingTitle = (attributes: Attributes) =>
  [
    attributes.get('before_text'),
    attributes.get(attributes.get('title_type') === 'rotating' ? 'rotation_text' : 'highlight_text'),
    attributes.get('after_text'),
  ]
    .filter(Boolean)
    .join(' ')
    .replaceAll('|', ', ')

const withHiddenText =
  (...attributeNames: string[]) =>
  (content: string, attributes: Attributes): string => {
    const hidden = attributeNames.map((name) => attributes.get(name)).filter(Boolean)
    return hidden.length === 0 ? content : `${content} (${hidden.join(': ')})`
  }

export const AVADA: Record<string, ShortcodeElement> = {
  fusion_title: {
    convert: (content, attributes, tools) =>
      /<(?:h[1-6]|p|div)\b/i.test(content)
        ? content
        : headingWithLevel('size', 'content')(
            withValue(attributes, 'content', content || changingTitle(attributes)),
            tools,
          ),
  },
  fusion_imageframe: { convert: imageFrame },
  fusion_image: { before: [picture(['image', 'image_id'], { link: 'link' })] },
  fusion_gallery: {
    before: [pictures('image_ids')],
    convert: (content, _attributes, tools) => tools.asGallery(content),
  },
  fusion_gallery_image: { before: [picture(['image', 'image_id'], { link: 'link' })] },
  fusion_slide: { convert: imageFrame, after: [player('video')] },
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
    after: [line(', ', 'name', 'company'), button(['link'])],
  },
  fusion_person: {
    before: [
      picture(['picture', 'picture_id'], { link: 'pic_link' }),
      heading(4, 'name'),
      paragraph('title'),
    ],
    after: [links(...AVADA_NETWORKS)],
  },
  fusion_social_links: { before: [links(...AVADA_NETWORKS)] },
  fusion_tagline_box: {
    before: [heading(2, 'title'), paragraph('description')],
    after: [button(['link'], 'button')],
  },
  fusion_flip_box: {
    before: [
      picture(['image', 'image_id']),
      heading(3, 'title_front'),
      paragraph('text_front'),
      heading(4, 'title_back'),
    ],
  },
  fusion_client: { before: [picture(['image', 'image_id'], { link: 'link' })] },
  fusion_image_before_after: {
    before: [
      picture(['before_image', 'before_image_id']),
      paragraph('before_label'),
      picture(['after_image', 'after_image_id']),
      paragraph('after_label'),
    ],
  },
  fusion_pricing_column: { before: [heading(3, 'title')] },
  fusion_pricing_price: { before: [line(' ', 'currency', 'price', 'time')] },
  fusion_fontawesome: { before: [button(['link'])] },
  // The texts that show while the pointer is on them.
  fusion_tooltip: { isInline: true, convert: withHiddenText('title') },
  fusion_popover: { isInline: true, convert: withHiddenText('title', 'content') },
  fusion_counter_box: { before: [line('', 'value', 'unit')] },
  fusion_checklist: { convert: (content) => content.replace(/<\/ul>\s*<ul>/g, '\n') },
  fusion_li_item: { convert: (content) => `\n\n<ul><li>${content.trim()}</li></ul>\n\n` },
  fusion_separator: { before: [rule] },
  fusion_section_separator: { before: [rule] },
  fusion_code: encoded('[fusion_code]'),
}
