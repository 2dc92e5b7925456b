// The blog: articles and their categories.
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { textOrder } from '../text-order.ts'
import { adminUsers } from './auth.ts'
import {
  counts,
  hidden,
  image,
  instant,
  ordered,
  publicSlug,
  record,
  requiredText,
  texts,
} from './shared-columns.ts'

export type QuestionAndAnswer = { question: string; answer: string }

export const articleCategories = pgTable('article_categories', {
  ...record(),
  ...hidden(),
  ...requiredText('title'),
  slug: text().notNull().unique(),
  ...texts('description'),
})

export const articles = pgTable(
  'articles',
  {
    ...ordered(),
    ...requiredText('title'),
    slug: text().notNull().unique(),
    ...texts('excerpt', 'content'),
    /** Of `content`. Null without a text, and for what was written before these columns existed. */
    ...counts('words'),
    ...image(),
    ...texts('image_title', 'seo_title', 'seo_description', 'seo_keyphrase'),
    category_id: integer().references(() => articleCategories.id),
    tags: jsonb().$type<string[]>().notNull().default([]),
    faqs: jsonb().$type<QuestionAndAnswer[]>().notNull().default([]),
    faqs_en: jsonb().$type<QuestionAndAnswer[]>().notNull().default([]),
    noindex: boolean().notNull().default(false),
    status: text({ enum: ['draft', 'published'] })
      .notNull()
      .default('draft'),
    published_at: instant(),
    /** Visible until then. */
    unpublish_at: instant(),
    /** Kept while the article is a draft again. */
    ...publicSlug(),
    author_id: integer().references(() => adminUsers.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('articles_order').on(table.position, table.id),
    index('articles_author').on(table.author_id),
    index('articles_category').on(table.category_id),
    index('articles_status').on(table.status, table.published_at),
    index('articles_updated').on(table.updated_at),
    index('articles_title_order').on(textOrder(table.title, 'fa'), table.id),
    index('articles_published').on(table.published_at.desc().nullsLast()),
  ],
)
