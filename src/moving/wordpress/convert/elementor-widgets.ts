// The widgets of Elementor: which of their settings are texts, links and pictures, and the HTML that they become. The tests
// name the source of each widget’s settings.
import {
  galleryOf,
  headingHtml,
  imageHtml,
  linked,
  listOf,
  marker,
  numberOf,
  paragraph,
  type Settings,
  settingsOf,
  textOf,
  urlOf,
} from './elementor-values.ts'

/** Widgets of unknown types are shortcodes named after them. */
export function widgetHtml(type: string, settings: Settings): string {
  const render = Object.hasOwn(WIDGETS, type) ? WIDGETS[type] : undefined
  if (render) return render(settings)
  return SILENT.has(type) ? '' : marker(type)
}

/** Widgets without content. */
const SILENT = new Set(['spacer', 'menu-anchor', 'read-more', 'e-divider'])

const lines = (...parts: string[]) => parts.filter((part) => part !== '').join('\n')
const aligned = (side: unknown, html: string) =>
  /^(?:left|right|center)$/.test(textOf(side))
    ? html.replaceAll(/<(?:p|h[1-6])(?=>)/g, `$& class="has-text-align-${textOf(side)}"`)
    : html
const joined = (separator: string, ...values: unknown[]) => values.map(textOf).filter(Boolean).join(separator)

const panels = (settings: Settings) =>
  listOf(settings.tabs)
    .map(({ tab_title, tab_content }) => `<h3>${textOf(tab_title)}</h3>\n${textOf(tab_content)}`)
    .join('\n\n')

const box = ({ image, title_text, title_size, link, description_text }: Settings) =>
  lines(
    imageHtml(image, { link }),
    headingHtml(title_text, title_size, 'h3', link),
    paragraph(description_text),
  )

const button = (text: unknown, link: unknown) => {
  const label = textOf(text)
  return label === '' ? '' : `<p>${linked(label, link)}</p>`
}

/** An address is the text of its own link. */
const bareLink = (link: unknown) => button(urlOf(link), link)

const list = (items: readonly string[]) =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

const quotation = (content: unknown, by: string) => {
  const quote = paragraph(content) + paragraph(by)
  return quote === '' ? '' : `<blockquote>${quote}</blockquote>`
}

const testimonials = ({ slides }: Settings) =>
  listOf(slides)
    .map(({ image, content, name, title, link }) =>
      lines(imageHtml(image), quotation(content, linked(joined(', ', name, title), link))),
    )
    .join('\n')

const WIDGETS: Record<string, (settings: Settings) => string> = {
  heading: ({ title, header_size, link, align }) =>
    aligned(align, headingHtml(title, header_size, 'h2', link)),
  'text-editor': ({ editor, align }) => aligned(align, textOf(editor)),
  'text-path': ({ text, link }) => button(text, link),
  html: ({ html }) => textOf(html),
  shortcode: ({ shortcode }) => textOf(shortcode),
  image: ({ image, link, link_to, caption, caption_source }) =>
    imageHtml(image, {
      ...(link_to !== 'none' && link_to !== 'file' && { link }),
      ...(caption_source !== 'none' && { caption }),
    }),
  'image-box': box,
  'icon-box': box,
  icon: ({ link }) => bareLink(link),
  'image-gallery': ({ wp_gallery }) => galleryOf(wp_gallery),
  'image-carousel': ({ carousel }) => galleryOf(carousel),
  button: ({ text, link }) => button(text, link),
  'icon-list': ({ icon_list }) => list(listOf(icon_list).map(({ text, link }) => linked(textOf(text), link))),
  'social-icons': ({ social_icon_list }) =>
    list(
      listOf(social_icon_list).flatMap(({ link }) => (urlOf(link) === '' ? [] : [linked(urlOf(link), link)])),
    ),
  accordion: panels,
  toggle: panels,
  tabs: panels,
  testimonial: ({ testimonial_content, testimonial_image, testimonial_name, testimonial_job, link }) =>
    imageHtml(testimonial_image) +
    quotation(testimonial_content, linked(joined(', ', testimonial_name, testimonial_job), link)),
  video: videoOf,
  audio: ({ link }) => urlOf(link),
  counter: ({ prefix, ending_number, suffix, title }) => {
    const number = [textOf(prefix), numberOf(ending_number), textOf(suffix)].join('')
    return paragraph([number, textOf(title)].filter(Boolean).join(' '))
  },
  progress: ({ title, inner_text, percent, display_percentage }) => {
    const share = numberOf(settingsOf(percent).size)
    const shown = share === '' || display_percentage === 'hide' ? '' : `${share}%`
    return paragraph(joined(': ', title, joined(' ', inner_text, shown)))
  },
  alert: ({ alert_title, alert_description }) => paragraph(alert_title) + paragraph(alert_description),
  divider: ({ look, text, html_tag }) =>
    look === 'line_text' ? headingHtml(text, html_tag, 'p', undefined) : '',
  google_maps: ({ address }) => paragraph(address),
  'star-rating': ({ title, rating }) => paragraph(joined(': ', title, numberOf(rating))),
  rating: ({ rating_value }) => paragraph(numberOf(rating_value)),

  // Elementor Pro
  'call-to-action': ({ bg_image, graphic_image, title, title_tag, description, ...rest }) =>
    lines(
      imageHtml(graphic_image),
      imageHtml(bg_image),
      headingHtml(title, title_tag, 'h2', undefined),
      paragraph(description),
      button(rest.button, rest.link),
      paragraph(rest.ribbon_title),
    ),
  'flip-box': ({ image, title_text_a, description_text_a, title_text_b, description_text_b, ...rest }) =>
    lines(
      imageHtml(image),
      headingHtml(title_text_a, '', 'h3', undefined),
      paragraph(description_text_a),
      headingHtml(title_text_b, '', 'h3', undefined),
      paragraph(description_text_b),
      button(rest.button_text, rest.link),
    ),
  blockquote: ({ blockquote_content, author_name }) => quotation(blockquote_content, textOf(author_name)),
  'animated-headline': ({ before_text, highlighted_text, rotating_text, after_text, tag, link, ...rest }) =>
    headingHtml(
      joined(
        ' ',
        before_text,
        rest.headline_style === 'rotate'
          ? textOf(rotating_text)
              .split(/\n\s*/)
              .map((line) => line.trimEnd())
              .join(', ')
          : highlighted_text,
        after_text,
      ),
      tag,
      'h3',
      link,
    ),
  'price-list': ({ price_list }) =>
    listOf(price_list)
      .map(({ image, title, item_description, price, link }) =>
        lines(
          imageHtml(image),
          headingHtml(joined(' – ', title, numberOf(price)), '', 'h4', link),
          paragraph(item_description),
        ),
      )
      .join('\n'),
  'price-table': ({ heading, sub_heading, features_list, ...rest }) => {
    const currency = rest.currency_symbol === 'custom' ? rest.currency_symbol_custom : ''
    return lines(
      headingHtml(heading, rest.heading_tag, 'h3', undefined),
      paragraph(sub_heading),
      paragraph(joined(' ', currency, numberOf(rest.price), rest.period)),
      list(listOf(features_list).map(({ item_text }) => textOf(item_text))),
      button(rest.button_text, rest.link),
      paragraph(rest.footer_additional_info),
      rest.show_ribbon === 'yes' ? paragraph(rest.ribbon_title) : '',
    )
  },
  slides: ({ slides }) =>
    listOf(slides)
      .map(({ background_image, heading, description, button_text, link }) =>
        lines(
          imageHtml(background_image),
          headingHtml(heading, '', 'h2', undefined),
          paragraph(description),
          button(button_text, link),
        ),
      )
      .join('\n'),
  'testimonial-carousel': testimonials,
  reviews: testimonials,
  gallery: ({ gallery_type, gallery, galleries }) =>
    gallery_type === 'multiple'
      ? listOf(galleries)
          .map(({ gallery_title, multiple_gallery }) =>
            lines(headingHtml(gallery_title, '', 'h3', undefined), galleryOf(multiple_gallery)),
          )
          .join('\n')
      : galleryOf(gallery),

  // Version 4
  'e-heading': ({ title, tag, link }) => headingHtml(title, tag, 'h2', link),
  'e-paragraph': ({ paragraph: text, link }) => paragraph(linked(textOf(text), link)),
  'e-button': ({ text, link }) => button(text, link),
  'e-image': ({ image, link }) => imageHtml(image, { link }),
  'e-svg': ({ svg, link }) => imageHtml(svg, { link }),
  'e-youtube': ({ source }) => textOf(source),
  'e-self-hosted-video': ({ source }) => {
    const { url, id } = settingsOf(source)
    return textOf(url) || (typeof id === 'number' ? `[playlist ids="${id}"]` : '')
  },
}

/** The address for the type that is chosen; those of other types may be left over. YouTube is the default. */
function videoOf(settings: Settings): string {
  const type = textOf(settings.video_type) || 'youtube'
  if (type === 'hosted') return urlOf(settings[settings.insert_url ? 'external_url' : 'hosted_url'])
  // `link` and `vimeo_link` are of version 1.
  return textOf(settings[`${type}_url`]) || textOf(settings[type === 'youtube' ? 'link' : `${type}_link`])
}
