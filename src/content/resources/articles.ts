import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { articles as table } from '../../platform/db/schema/articles.ts'
import { fieldInAll } from '../../text/content-language.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

const faqs = z
  .array(z.strictObject({ question: field.text(500).min(1), answer: field.text(5_000).min(1) }))
  .max(50)
  .optional()

export const articles = defineResource({
  name: 'articles',
  table,
  labels: {
    one: ['مقاله', 'Article'],
    many: ['مقاله‌ها', 'Articles'],
    help: [
      'در صفحهٔ مقاله‌ها و صفحهٔ نخست. مقاله را تا زمان انتشار فقط همکاران می‌بینند.',
      'On the blog and the home page. Only editors see an article until it is published.',
    ],
    shownAt: '/blog',
  },
  group: 'articles',
  listColumns: ['title', 'status', 'published_at', 'category_id', 'author'],
  ordered: true,
  publishable: true,
  visibleBetween: { from: 'published_at', until: 'unpublish_at' },
  pagePrefix: '/blog/',
  slugFrom: 'title',
  input: {
    ...field.required('title', field.line()),
    slug: field.slug().optional(),
    ...field.optional('excerpt', field.text(1_000)),
    ...field.optional('content', field.rich()),
    ...field.imageWithAlt(),
    ...field.optional('image_title', field.line()),
    category_id: field.reference('article-categories').nullish(),
    tags: field.tags().optional(),
    ...field.optional('seo_title', field.line(200)),
    ...field.optional('seo_description', field.line(500)),
    ...field.optional('seo_keyphrase', field.line(200)),
    faqs,
    faqs_en: faqs,
    noindex: field.flag().optional(),
    status: z.enum(['draft', 'published']).optional(),
    published_at: field.instant().nullish(),
    unpublish_at: field.instant().nullish(),
    author_id: field.reference('users').nullish(),
  },
  editorsOnly: ['status', 'unpublish_at', 'author_id', ...fieldInAll('seo_keyphrase')],
  longFields: [...fieldInAll('content'), ...fieldInAll('faqs')],
  countedText: 'content',
  derived: {
    author: sql<string | null>`(select name from admin_users where admin_users.id = articles.author_id)`,
    author_en: sql<
      string | null
    >`(select name_en from admin_users where admin_users.id = articles.author_id)`,
  },
  check({ status, published_at, unpublish_at }) {
    if (status === 'published' && published_at === null)
      return [
        { path: 'published_at', code: 'required', message: 'is required while the article is published' },
      ]
    return unpublish_at !== null && published_at !== null && unpublish_at <= published_at
      ? [{ path: 'unpublish_at', code: 'out_of_order', message: 'must be later than published_at' }]
      : []
  },
})
