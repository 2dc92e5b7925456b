import { pages as table } from '../../platform/db/schema/site.ts'
import { fieldInAll } from '../../text/content-language.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'
import { checkParent } from '../rules/parent-cycles.ts'

export const pages = defineResource({
  name: 'pages',
  table,
  labels: {
    one: ['صفحه', 'Page'],
    many: ['صفحه‌ها', 'Pages'],
    fields: { parent_id: ['صفحهٔ بالاتر', 'Parent page'] },
    help: [
      'صفحه‌هایی با نشانی خودشان، مانند شرایط استفاده.',
      'Pages with an address of their own, such as terms of use.',
    ],
  },
  group: 'site',
  listColumns: ['title', 'slug'],
  pagePrefix: '/pages/',
  serialWrites: true,
  slugFrom: 'title',
  input: {
    ...field.required('title', field.line()),
    slug: field.slug().optional(),
    ...field.optional('body', field.rich()),
    ...field.optional('seo_title', field.line(200)),
    ...field.optional('seo_description', field.line(500)),
    noindex: field.flag().optional(),
    parent_id: field.reference('pages').nullish(),
  },
  longFields: fieldInAll('body'),
  check: checkParent(table, 'page'),
})
