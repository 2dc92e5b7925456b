import { seoMeta as table } from '../../platform/db/schema/site.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const seoMeta = defineResource({
  name: 'seo-meta',
  table,
  labels: {
    one: ['سئوی صفحه', 'Page SEO'],
    many: ['سئوی صفحه‌ها', 'Page SEO'],
    help: [
      'عنوان و توضیح هر صفحه برای موتورهای جستجو.',
      'Title and description of each page for search engines.',
    ],
    shownAt: '/',
  },
  group: 'site',
  listColumns: ['page_key', 'title', 'description'],
  key: 'page_key',
  addressedByKey: true,
  input: {
    page_key: field.pageKey(),
    ...field.optional('title', field.line(200)),
    ...field.optional('description', field.line(500)),
    ...field.imageWithAlt('og_image'),
    noindex: field.flag().optional(),
  },
})
