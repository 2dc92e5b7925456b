import { heroes as table } from '../../platform/db/schema/site.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const heroes = defineResource({
  name: 'heroes',
  table,
  labels: {
    one: ['بنر بالای صفحه', 'Page hero'],
    many: ['بنرهای بالای صفحه', 'Page heroes'],
    help: ['بخش بالای هر صفحه.', 'The top section of a page.'],
    shownAt: '/',
  },
  group: 'site',
  listColumns: ['page_key', 'title'],
  key: 'page_key',
  input: {
    page_key: field.pageKey(),
    ...field.optional('title', field.line()),
    ...field.optional('subtitle', field.text(1_000)),
    ...field.optional('cta_label', field.line(100)),
    cta_url: field.link().nullish(),
    ...field.optional('secondary_cta_label', field.line(100)),
    secondary_cta_url: field.link().nullish(),
    ...field.imageWithAlt(),
    video_url: field.link().nullish(),
  },
})
