// The gallery: all pictures, grouped by category.
import { gallery as galleryResource } from '../../content/resources/gallery.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { textIn } from '../../text/content-language.ts'
import { translate } from '../blocks/records.ts'
import * as jsonLd from '../render/json-ld.ts'
import type { PageContent } from '../render/page-content.ts'
import { pageImage } from '../render/page-image.ts'
import { html } from '../view/html.ts'
import { mediaSource } from '../view/page-links.ts'
import { type GalleryImage, readAll } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'
import { describe, pageHero, sitePage } from './site-page.ts'

export function galleryPage(site: Site, view: SnapshotView): PageContent {
  const head = site.pageHead('gallery')
  const images = readAll<GalleryImage>(view, galleryResource)
  const groups = Map.groupBy(images, (image) => translate(site, image).text('category') ?? '')
  return sitePage(site, 'gallery', {
    head,
    isIn: (language) =>
      images.some((image) => textIn(image, 'title', language) ?? textIn(image, 'image_alt', language)),
    graph: [
      jsonLd.imageGallery(site, {
        ...describe(site, 'gallery', head),
        pictures: images.map((image) => {
          const { text } = translate(site, image)
          return { src: image.image, alt: text('image_alt') ?? '', title: text('title') ?? text('caption') }
        }),
      }),
    ],
    content: html`${pageHero(site, 'gallery', head)}
<section class="band"><div class="wrap">${
      images.length === 0 && html`<p class="empty">${site.language.labels.emptyList}</p>`
    }${[...groups].map(
      ([category, members]) =>
        html`<section class="gallery-group">${groups.size > 1 && category && html`<h2>${category}</h2>`}<ul class="pictures">${members.map(
          (image) => html`<li>${picture(site, image)}</li>`,
        )}</ul></section>`,
    )}</div></section>`,
  })
}

function picture(site: Site, image: GalleryImage) {
  const { text } = translate(site, image)
  const [title, caption] = [text('title'), text('caption')]
  const alt = text('image_alt') ?? title ?? ''
  return html`<figure><a href="${mediaSource(site.bases, image.image)}"${!alt && html` aria-label="${site.language.labels.gallery}"`}>${pageImage(
    site,
    { src: image.image, alt },
    { sizes: '(min-width: 64rem) 23rem, (min-width: 42rem) 45vw, 92vw' },
  )}</a>${
    (title || caption) && html`<figcaption>${title && html`<strong>${title}</strong>`}${caption}</figcaption>`
  }</figure>`
}
