// The texts and images of a page that Elementor stores as data, for pages whose content is empty. The tests name the source
// of each widget's controls.
import { escapeHtml } from './galleries.ts'

type Settings = Record<string, unknown>

/** Sections, columns and containers are nested in one another; no page needs more levels. */
const MAX_DEPTH = 60

/** Returns HTML with shortcodes; widgets without a text of their own are shortcodes named after them. Null if it is no such data. */
export function htmlOfElementorData(data: string): string | null {
  try {
    const elements: unknown = JSON.parse(data)
    return Array.isArray(elements) ? elementsHtml(elements, 0).trim() : null
  } catch {
    return null
  }
}

function elementsHtml(elements: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return `${marker('nested')}\n\n`
  return listOf(elements)
    .map((element) => {
      const { widgetType, settings, elements: inner } = element
      if (typeof widgetType === 'string' && widgetType in NESTED)
        return panelsHtml(settingsOf(settings)[NESTED[widgetType]!.list], NESTED[widgetType]!.title, {
          inner,
          depth,
        })
      const own = typeof widgetType === 'string' ? widgetHtml(widgetType, settingsOf(settings)) : ''
      return `${own === '' ? '' : `${own}\n\n`}${elementsHtml(inner, depth + 1)}`
    })
    .join('')
}

/** Widgets whose panels are elements inside them, in the order of their titles. */
const NESTED: Record<string, { list: string; title: string }> = {
  'nested-accordion': { list: 'items', title: 'item_title' },
  'nested-tabs': { list: 'tabs', title: 'tab_title' },
}

type Panels = { inner: unknown; depth: number }

function panelsHtml(titles: unknown, name: string, { inner, depth }: Panels): string {
  const contents = listOf(inner)
  const heads = listOf(titles)
  return Array.from({ length: Math.max(heads.length, contents.length) }, (_, index) => {
    const title = headingHtml(heads[index]?.[name], '', 'h3', null)
    return `${title}\n\n${elementsHtml(contents.slice(index, index + 1), depth + 1)}`
  }).join('')
}

function widgetHtml(type: string, settings: Settings): string {
  const render = WIDGETS[type]
  if (render) return render(settings)
  return SILENT.has(type) ? '' : marker(type.replace(/[^\w-]/g, ''))
}

/** An unknown shortcode, which the conversion removes and names; without an attribute it could be a text in brackets. */
const marker = (name: string) => `[elementor-${name} widget="1"]`

/** Widgets without content. */
const SILENT = new Set(['spacer', 'divider', 'icon', 'menu-anchor', 'read-more'])

const panels = (settings: Settings) =>
  listOf(settings.tabs)
    .map(({ tab_title, tab_content }) => `<h3>${textOf(tab_title)}</h3>\n${textOf(tab_content)}`)
    .join('\n\n')

const box = (settings: Settings) =>
  [
    imageHtml(settings.image),
    headingHtml(settings.title_text, settings.title_size, 'h3', settings.link),
    paragraph(settings.description_text),
  ]
    .filter((part) => part !== '')
    .join('\n')

const WIDGETS: Record<string, (settings: Settings) => string> = {
  heading: ({ title, header_size, link }) => headingHtml(title, header_size, 'h2', link),
  'text-editor': ({ editor }) => textOf(editor),
  html: ({ html }) => textOf(html),
  shortcode: ({ shortcode }) => textOf(shortcode),
  image: ({ image, link }) => linked(imageHtml(image), link),
  'image-box': box,
  'icon-box': box,
  'image-gallery': ({ wp_gallery }) => galleryOf(wp_gallery),
  'image-carousel': ({ carousel }) => galleryOf(carousel),
  button: ({ text, link }) => (textOf(text) === '' ? '' : `<p>${linked(textOf(text), link)}</p>`),
  'icon-list': ({ icon_list }) =>
    `<ul>${listOf(icon_list)
      .map(({ text, link }) => `<li>${linked(textOf(text), link)}</li>`)
      .join('')}</ul>`,
  accordion: panels,
  toggle: panels,
  tabs: panels,
  testimonial: ({ testimonial_content, testimonial_image, testimonial_name, testimonial_job }) => {
    const by = [testimonial_name, testimonial_job].map(textOf).filter(Boolean).join(', ')
    const quote = paragraph(testimonial_content) + paragraph(by)
    return imageHtml(testimonial_image) + (quote === '' ? '' : `<blockquote>${quote}</blockquote>`)
  },
  video: videoOf,
  audio: ({ link }) => urlIn(link),
  counter: ({ prefix, ending_number, suffix, title }) => {
    const number = [textOf(prefix), numberOf(ending_number), textOf(suffix)].join('')
    return paragraph([number, textOf(title)].filter(Boolean).join(' '))
  },
  progress: ({ title, inner_text, percent, display_percentage }) => {
    const share = numberOf(settingsOf(percent).size)
    const shown = share === '' || display_percentage === 'hide' ? '' : `${share}%`
    return paragraph(
      [textOf(title), [textOf(inner_text), shown].filter(Boolean).join(' ')].filter(Boolean).join(': '),
    )
  },
  alert: ({ alert_title, alert_description }) => paragraph(alert_title) + paragraph(alert_description),
}

/** The address for the type that is chosen; those of other types may be left over. YouTube is the default. */
function videoOf(settings: Settings): string {
  const type = textOf(settings.video_type) || 'youtube'
  if (type === 'hosted') return urlIn(settings[settings.insert_url ? 'external_url' : 'hosted_url'])
  // `link` and `vimeo_link` are of version 1.
  return textOf(settings[`${type}_url`]) || textOf(settings[type === 'youtube' ? 'link' : `${type}_link`])
}

const numberOf = (value: unknown) => (typeof value === 'number' ? String(value) : textOf(value))
/** Some texts have paragraphs of their own. */
function paragraph(value: unknown): string {
  const text = textOf(value)
  return text === '' || /^<(?:p|ul|ol|h[1-6]|div|blockquote)\b/i.test(text) ? text : `<p>${text}</p>`
}

function headingHtml(title: unknown, size: unknown, byDefault: string, link: unknown): string {
  const tag = /^(?:h[1-6]|p)$/.test(textOf(size)) ? textOf(size) : byDefault
  return textOf(title) === '' ? '' : `<${tag}>${linked(textOf(title), link)}</${tag}>`
}

function imageHtml(image: unknown): string {
  const url = urlIn(image)
  // The picture that Elementor shows while none is chosen.
  if (url === '' || /\/elementor\/assets\/images\/placeholder\.png$/.test(url)) return ''
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(textOf(settingsOf(image).alt))}"></figure>`
}

function galleryOf(images: unknown): string {
  const ids = listOf(images).flatMap(({ id }) => (/^\d+$/.test(String(id)) ? [String(id)] : []))
  return ids.length > 0 ? `[gallery ids="${ids.join(',')}"]` : ''
}

function linked(html: string, link: unknown): string {
  const url = urlIn(link)
  return url === '' || url === '#' || html === '' ? html : `<a href="${escapeHtml(url)}">${html}</a>`
}

const urlIn = (value: unknown) => textOf(settingsOf(value).url)
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
/** PHP writes an empty object as a list. */
const settingsOf = (value: unknown): Settings =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Settings) : {}
const listOf = (value: unknown): Settings[] => (Array.isArray(value) ? value.map(settingsOf) : [])
