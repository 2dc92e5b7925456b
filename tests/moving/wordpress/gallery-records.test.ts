// The pictures of galleries become records of the gallery. The blocks are those of
// - WordPress: github.com/WordPress/gutenberg, packages/block-library/src/gallery/save.js and deprecated.js (`data-full-url`,
//   `blocks-gallery-grid`); the HTML of [gallery]: github.com/WordPress/wordpress-develop, src/wp-includes/media.php
// - Jetpack: github.com/Automattic/jetpack, projects/plugins/jetpack/extensions/blocks/tiled-gallery and slideshow
// - Elementor: github.com/elementor/elementor, includes/widgets/image-gallery.php and image-carousel.php
import { describe, expect, test } from 'bun:test'
import { toRecords } from '../../../src/moving/wordpress/to-records.ts'
import { item, read, recordOptions, wxr } from './wxr.ts'

const SITE = 'https://old.example'
const uploads = `${SITE}/wp-content/uploads`
const attachment = (id: number, fields: object = {}) =>
  item({ id, type: 'attachment', title: `p${id}`, url: `${uploads}/p${id}.jpg`, ...fields })
const attachments = [
  attachment(11, {
    title: 'The old harbour',
    excerpt: 'At <em>noon</em>',
    meta: { _wp_attachment_image_alt: 'Ships' },
  }),
  attachment(12),
]

const importWith = async (items: string[]) =>
  toRecords(await read(wxr([`<link>${SITE}</link>`, ...attachments, ...items].join('\n'))), recordOptions)
const galleryOf = async (content: string, meta: Record<string, string> = {}) =>
  (await importWith([item({ id: 1, title: 'Port', content, meta, link: `${SITE}/port/` })])).gallery
const imagesOf = async (content: string, meta: Record<string, string> = {}) =>
  (await galleryOf(content, meta)).map(({ record }) => record.image)

const both = [`${uploads}/p11.jpg`, `${uploads}/p12.jpg`]
const elementor = JSON.stringify([
  { elType: 'widget', widgetType: 'image-gallery', settings: { wp_gallery: [{ id: 11 }, { id: 12 }] } },
])

describe('the pictures are found in', () => {
  test.each([
    ['[gallery]', '[gallery ids="11,12"]'],
    ['a gallery of WPBakery', '[vc_row][vc_gallery images="11,12"][/vc_row]'],
    [
      'a gallery block',
      `<!-- wp:gallery {"linkTo":"none"} --><figure class="wp-block-gallery has-nested-images"><!-- wp:image {"id":11} --><figure class="wp-block-image"><img src="${uploads}/p11-300x200.jpg" alt=""/></figure><!-- /wp:image --><!-- wp:image {"id":12} --><figure class="wp-block-image"><img src="${both[1]}" alt=""/></figure><!-- /wp:image --></figure><!-- /wp:gallery -->`,
    ],
    [
      'an older gallery block',
      `<!-- wp:gallery {"ids":[11,12]} --><figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure><img src="https://i0.wp.com/old.example/p11.jpg?w=9" data-full-url="${both[0]}" data-id="11"/></figure></li><li class="blocks-gallery-item"><figure><img src="/wp-content/uploads/p12.jpg"/></figure></li></ul></figure><!-- /wp:gallery -->`,
    ],
    [
      'a tiled gallery of Jetpack',
      `<!-- wp:jetpack/tiled-gallery --><div class="wp-block-jetpack-tiled-gallery"><div class="tiled-gallery__gallery"><figure class="tiled-gallery__item"><img src="${both[0]}"/></figure><figure class="tiled-gallery__item"><img src="${both[1]}"/></figure></div></div><!-- /wp:jetpack/tiled-gallery -->`,
    ],
    [
      'what Elementor has rendered',
      `<div class="elementor-image-gallery"><figure><img src="${both[0]}"></figure><figure><img src="${both[1]}"></figure></div>`,
    ],
  ])('%s', async (_, content) => {
    expect(await imagesOf(content)).toEqual(both)
  })

  test('the data of Elementor', async () => {
    expect(await imagesOf('', { _elementor_data: elementor })).toEqual(both)
  })
})

test.each([
  ['an image', `<p><img src="${both[0]}"></p>`],
  [
    'an image block',
    `<!-- wp:image --><figure class="wp-block-image"><img src="${both[0]}"/></figure><!-- /wp:image -->`,
  ],
  ['a single image of WPBakery', '[vc_single_image image="11"]'],
])('%s is no gallery', async (_, content) => {
  expect(await imagesOf(content)).toEqual([])
})

test('a record has the texts of the picture, and the title of its text as category', async () => {
  expect(await galleryOf('[gallery ids="11,12"]')).toEqual([
    {
      name: 'The old harbour',
      image: { url: both[0]!, alt: 'Ships', title: 'The old harbour' },
      record: {
        image: both[0]!,
        image_alt: 'Ships',
        title: 'The old harbour',
        caption: 'At noon',
        category: 'Port',
      },
    },
    // Its title is the name of the file.
    {
      name: both[1]!,
      image: { url: both[1]!, alt: '', title: '' },
      record: { image: both[1]!, category: 'Port' },
    },
  ])
})

test('a picture keeps its texts in both languages; one that several galleries show is one record', async () => {
  const block = (alt: string, caption: string) =>
    `<!-- wp:gallery --><figure class="wp-block-gallery"><figure><img src="${both[1]}" alt="${alt}"/><figcaption>${caption} &amp; co</figcaption></figure><figcaption class="blocks-gallery-caption">All</figcaption></figure><!-- /wp:gallery -->`
  const inPolylang = (language: string): [string, string, string][] => [
    ['language', language, language],
    ['post_translations', 'g', 'g'],
  ]
  const { gallery, changed, articles } = await importWith([
    item({ id: 1, title: 'بندر', content: block('کشتی', 'ظهر'), terms: inPolylang('fa') }),
    item({ id: 2, title: 'Port', content: block('Ship', 'Noon'), terms: inPolylang('en') }),
    item({ id: 3, title: 'Other', date: '2019-01-01 00:00:00', content: '[gallery ids="12"]' }),
  ])
  expect(gallery.map(({ record }) => record)).toEqual([
    {
      image: both[1]!,
      image_alt: 'کشتی',
      image_alt_en: 'Ship',
      caption: 'ظهر & co',
      caption_en: 'Noon & co',
      category: 'بندر',
      category_en: 'Port',
    },
  ])
  expect(changed.filter(({ reason }) => reason.includes('galler'))).toEqual(
    ['بندر', 'Other'].map((name) => ({
      kind: 'articles',
      name,
      count: 1,
      reason: 'pictures of its galleries are in the gallery too',
    })),
  )
  expect(articles[0]!.record.content).toContain(`<img src="${both[1]}"`)
})

test.each([{ status: 'draft' }, { status: 'private' }, { status: 'future', date: '2190-01-01 00:00:00' }])(
  'the pictures of a text that is not public stay out: %j',
  async (fields) => {
    const { gallery } = await importWith([item({ id: 1, content: '[gallery ids="11"]', ...fields })])
    expect(gallery).toEqual([])
  },
)
