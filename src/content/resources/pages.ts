import { pages as table } from '../../db/schema/site.ts'
import { defineResource } from '../define-resource.ts'
import * as field from '../field-types.ts'

export const pages = defineResource({
  name: 'pages',
  table,
  labels: {
    one: ['صفحه', 'Page'],
    many: ['صفحه‌ها', 'Pages'],
  },
  group: 'site',
  listColumns: ['title', 'slug'],
  pagePrefix: '/pages/',
  slugFrom: 'title',
  input: {
    ...field.required('title', field.line()),
    slug: field.slug().optional(),
    ...field.optional('body', field.rich()),
    ...field.optional('seo_title', field.line(200)),
    ...field.optional('seo_description', field.line(500)),
    noindex: field.flag().optional(),
  },
  longFields: ['body', 'body_en'],
})
