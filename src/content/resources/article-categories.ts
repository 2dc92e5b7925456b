import { articleCategories as table } from '../../platform/db/schema/articles.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const articleCategories = defineResource({
  name: 'article-categories',
  table,
  labels: {
    one: ['دستهٔ مقاله', 'Article category'],
    many: ['دسته‌های مقاله', 'Article categories'],
    help: [
      'دسته‌هایی که بازدیدکنندگان در صفحهٔ مقاله‌ها از میان آن‌ها انتخاب می‌کنند.',
      'The categories that visitors choose from on the blog.',
    ],
    shownAt: '/blog',
  },
  group: 'articles',
  listColumns: ['title', 'slug'],
  slugFrom: 'title',
  input: {
    ...field.required('title', field.line()),
    slug: field.slug().optional(),
    ...field.optional('description', field.text()),
  },
})
