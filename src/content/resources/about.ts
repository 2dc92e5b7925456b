import { about as table } from '../../platform/db/schema/site.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const about = defineResource({
  name: 'about',
  table,
  labels: {
    one: ['دربارهٔ ما', 'About'],
    many: ['دربارهٔ ما', 'About'],
    help: ['متن و تصویر صفحهٔ «دربارهٔ ما».', 'The text and picture of the page “About”.'],
    shownAt: '/about',
  },
  group: 'company',
  listColumns: ['title', 'intro'],
  singleton: true,
  input: {
    ...field.optional('title', field.line()),
    ...field.optional('intro', field.text()),
    ...field.optional('body', field.rich()),
    ...field.optional('mission', field.text()),
    ...field.optional('vision', field.text()),
    ...field.imageWithAlt(),
    video_url: field.link().nullish(),
  },
})
