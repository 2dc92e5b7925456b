// What plugins for search engines store about a post. Where each key was read:
// Yoast SEO (`_yoast_wpseo_…` title, metadesc, focuskw, canonical, meta-robots-noindex, opengraph-image) and Rank Math
// (`rank_math_…` title, description, focus_keyword, canonical_url, robots, facebook_image and _id):
//   github.com/rankmath/seo-by-rank-math, includes/admin/importers/class-yoast.php; the primary category of Yoast SEO:
//   github.com/Yoast/wordpress-seo, inc/class-wpseo-primary-term.php
// SEOPress (`_seopress_…` titles_title, titles_desc, analysis_target_kw, robots_canonical, robots_index, robots_primary_cat,
// social_fb_img): github.com/wp-seopress/wp-seopress-public, inc/admin/ajax/migrate/yoast.php; its redirections are of the
//   plugin's own export of metadata
// All in One SEO 3 (`_aioseop_…` title, description, keywords, custom_link, noindex `on`, opengraph_settings with `customimg`
// before `image`): includes/admin/importers/class-aioseo.php of Rank Math reads the same keys. Since version 4, most fields
// are in a table of its own; `_aioseo_title`, `_description` and `_keywords` are written for translation plugins
import { describe, expect, test } from 'bun:test'
import { toRecords } from '../../../src/moving/wordpress/to-records.ts'
import { category, item, read, recordOptions, wxr } from './wxr.ts'

const imported = async (meta: Record<string, string>, more: string[] = []) => {
  const attachment = item({ id: 90, type: 'attachment', url: 'https://old.example/og.jpg', title: 'OG' })
  const post = item({
    id: 1,
    title: 'Pumps',
    excerpt: 'All about pumps',
    link: 'https://old.example/pumps/',
    terms: [
      ['category', 'water', 'Water'],
      ['category', 'steel', 'Steel'],
    ],
    meta,
  })
  const items = [category(5, 'water', 'Water'), category(6, 'steel', 'Steel'), attachment, post, ...more]
  const { articles, changed, redirects } = toRecords(
    await read(wxr(['<link>https://old.example</link>', ...items].join(''))),
    { ...recordOptions, media: true },
  )
  return { ...articles[0]!, changed: changed.map(({ reason }) => reason), redirects }
}

describe.each([
  [
    'Yoast SEO',
    {
      _yoast_wpseo_title: '%%title%% that last %%page%% %%sep%% %%sitename%%',
      _yoast_wpseo_metadesc: 'Buy %%title%% &amp; more',
      _yoast_wpseo_focuskw: 'water pump',
      '_yoast_wpseo_meta-robots-noindex': '1',
      _yoast_wpseo_primary_category: '6',
      '_yoast_wpseo_opengraph-image': 'https://old.example/og.jpg',
      '_yoast_wpseo_opengraph-image-id': '90',
      _yoast_wpseo_canonical: 'https://else.example/pumps',
    },
  ],
  [
    'Rank Math',
    {
      rank_math_title: '%title% that last %sep% %sitename%',
      rank_math_description: 'Buy %title% &amp; more',
      rank_math_focus_keyword: 'water pump',
      rank_math_robots: 'a:2:{i:0;s:7:"noindex";i:1;s:8:"nofollow";}',
      rank_math_primary_category: '6',
      rank_math_facebook_image: 'https://old.example/og.jpg',
      rank_math_facebook_image_id: '90',
      rank_math_canonical_url: 'https://else.example/pumps',
    },
  ],
  [
    'SEOPress',
    {
      _seopress_titles_title: '%%post_title%% that last %%sep%% %%sitetitle%%',
      _seopress_titles_desc: 'Buy %%post_title%% &amp; more',
      _seopress_analysis_target_kw: 'water pump',
      _seopress_robots_index: 'yes',
      _seopress_robots_primary_cat: '6',
      _seopress_social_fb_img: 'https://old.example/og.jpg',
      _seopress_robots_canonical: 'https://else.example/pumps',
    },
  ],
  [
    'All in One SEO, version 3',
    {
      _aioseop_title: '#post_title that last #separator_sa #site_title',
      _aioseop_description: 'Buy #post_title &amp; more',
      _aioseop_keywords: 'water pump',
      _aioseop_noindex: 'on',
      _aioseop_opengraph_settings:
        'a:1:{s:32:"aioseop_opengraph_settings_image";s:26:"https://old.example/og.jpg";}',
      _aioseop_custom_link: 'https://else.example/pumps',
    },
  ],
])('%s', (name, meta) => {
  test('gives the fields for search engines, the image and the primary category', async () => {
    const { record, image, category, changed } = await imported(meta)
    expect(record).toMatchObject({
      seo_title: 'Pumps that last - A site',
      seo_description: 'Buy Pumps & more',
      seo_keyphrase: 'water pump',
      noindex: true,
    })
    expect(image?.url).toBe('https://old.example/og.jpg')
    expect(category).toBe(name.startsWith('All') ? 'water' : 'steel')
    expect(changed).toContain('canonical address left out: https://else.example/pumps')
  })
})

test('All in One SEO, version 4, exports the title, the description and the keyphrases', async () => {
  const { record, changed } = await imported({
    _aioseo_title: '#post_title #separator_sa Water',
    _aioseo_description: 'Pumps',
    _aioseo_keywords: '[{"label":"pump","value":"pump"},{"label":"\\u067e","value":"x"}]',
  })
  expect(record).toMatchObject({
    seo_title: 'Pumps - Water',
    seo_description: 'Pumps',
    seo_keyphrase: 'pump',
  })
  expect(changed).toContain('keyphrases after the first left out')
})

test.each([
  '%%title%% %%page%% %%sep%% %%sitename%%',
  '%title% %sep% %sitename%',
  '#post_title #separator_sa #site_title',
  'Pumps',
])('the default title %s is left to the website', async (title) => {
  expect((await imported({ _yoast_wpseo_title: title })).record).not.toHaveProperty('seo_title')
})

test('a variable whose value the file does not contain is left out and named', async () => {
  const { record, changed } = await imported({ _yoast_wpseo_title: '%%title%% %%sep%% %%cf_price%%' })
  expect(record).not.toHaveProperty('seo_title')
  expect(changed).toContain('%%cf_price%% left out of its title or description for search engines')
})

test('a percent sign, a hashtag and a long text stay', async () => {
  const text = '50% off #pumps, 20% more'
  expect((await imported({ _yoast_wpseo_metadesc: text })).record.seo_description).toBe(text)
  const long = (await imported({ _yoast_wpseo_metadesc: ' - '.repeat(100_000) })).record
  expect(long).not.toHaveProperty('seo_description')
})

test('a featured image stays; another image for previews is named', async () => {
  const featured = item({ id: 91, type: 'attachment', url: 'https://old.example/own.jpg' })
  const { image, changed } = await imported(
    { _thumbnail_id: '91', '_yoast_wpseo_opengraph-image-id': '90' },
    [featured],
  )
  expect(image?.url).toBe('https://old.example/own.jpg')
  expect(changed).toContain('image for link previews left out: its own image is used')
})

test('the canonical address of the post itself is nothing to report', async () => {
  expect((await imported({ _yoast_wpseo_canonical: 'http://old.example/pumps' })).changed).toEqual([])
})

test('a post whose visitors are sent elsewhere has its redirect', async () => {
  const { redirects } = await imported({
    _seopress_redirections_enabled: 'yes',
    _seopress_redirections_value: 'https://shop.example/pumps',
  })
  const ofPost = redirects.find(({ record }) => record.from_path === '/pumps')
  expect(ofPost?.record.to_path).toBe('https://shop.example/pumps')
})
